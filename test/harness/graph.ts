// WhatsApp and Messenger with a provider on loopback: settings, a default message, one attempt, and Meta's signatures.
import { createHmac } from 'node:crypto'
import type { Outcome, OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import type { Provider, Reply } from './provider.ts'

const appSecret = 'app-secret'

export const graphSettings = (url: string) => ({
  whatsapp: {
    phone_number_id: '10',
    waba_id: '20',
    access_token: 'secret-token',
    app_secret: appSecret,
    verify_token: 'verify',
    api_base: url,
  },
  messenger: {
    page_id: '30',
    page_access_token: 'secret-token',
    app_secret: appSecret,
    verify_token: 'verify',
    api_base: url,
  },
})

/** Returns a token of the real length (64 characters) that consists of one letter. */
export const actionToken = (letter: string) => letter.repeat(64)

export const createActions = (...labels: string[]): OutgoingMessage['actions'] =>
  labels.map((label, index) => ({
    slug: `slug-${index}`,
    label,
    token: actionToken('ABCDEFGHIJKL'[index]!),
    url: `https://notify.example/v1/svc/action/${index}`,
  }))

const message: OutgoingMessage = {
  deliveryId: 7,
  address: '+393331234567',
  recipientName: 'Ada',
  priority: 'normal',
  body: 'Hello',
  locale: 'en',
  vars: {},
  actions: [],
  attachments: [],
}

/** Makes one attempt with the default message and the changes in `change`. */
export function sendToGraph(
  channel: 'whatsapp' | 'messenger',
  provider: Provider,
  change: Partial<OutgoingMessage> = {},
  reply?: Reply,
  call: Partial<SendCall> = {},
): Promise<Outcome> {
  if (reply) provider.reply(() => reply)
  return providerOf(channel).send({
    message: { ...message, address: channel === 'messenger' ? 'psid-1' : message.address, ...change },
    settings: graphSettings(provider.url)[channel],
    signal: AbortSignal.timeout(20_000),
    now: new Date(),
    progress: {},
    lane: 1,
    allowPrivateNetwork: true,
    ...call,
  })
}

/** Signs a body as Meta does. */
export const signBody = (body: string | Buffer, secret = appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export const whatsappAccepted: Reply = {
  body: { messaging_product: 'whatsapp', contacts: [{ wa_id: '1' }], messages: [{ id: 'wamid.1' }] },
}
export const messengerAccepted: Reply = { body: { recipient_id: 'psid-1', message_id: 'm_1' } }

/** Returns a page of a template list in Meta's form. */
export const templatePage = (templates: object[], after?: string): Reply => ({
  body: {
    data: templates,
    paging: after === undefined ? {} : { cursors: { before: 'a', after }, next: 'http://127.0.0.1:1/elsewhere' },
  },
})

export const approvedTemplate = (name: string, change: object = {}) => ({
  id: '1',
  name,
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  rejected_reason: 'NONE',
  components: [{ type: 'BODY', text: 'Order {{1}} is on its way to {{2}}.' }],
  ...change,
})
