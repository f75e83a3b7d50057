// The provider Mailgun: its settings, its check, the request that sends an email, the answers and the reports.
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import type { Outcome, Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import type { InboundEvent, InboundRequest, Receiver } from '../../inbound.ts'
import { momentOf } from '../../moments.ts'
import { failureOf, type Meaning, misconfigured } from '../../outcomes.ts'
import { mailboxText } from '../header-values.ts'
import type { EmailParts } from '../parts.ts'
import { senderProblems } from '../settings.ts'
import { mailgunWebhook } from './mailgun-webhook.ts'
import { meaningsOf } from './meanings.ts'
import * as reports from './reports.ts'
import { acceptedAs, composedParts, PAUSE, sendOverHttp, THROTTLED } from './sending.ts'
import { commonFieldsOf, secretText } from './settings.ts'
import { hasTokenSignature } from './signatures.ts'
import { parseSigned, signedFields } from './signed-bodies.ts'

const NAME = 'Mailgun'
const HOSTS = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' }

const settings = Type.Object(
  {
    api_key: secretText('An API key of the account, or a sending key of the domain.', 'key-example', {
      link: 'https://app.mailgun.com/settings/api_security',
    }),
    domain: Type.String({
      pattern: '^[A-Za-z0-9.-]+$',
      maxLength: 253,
      destination: false,
      examples: ['mg.shop.example'],
      link: 'https://app.mailgun.com/mg/sending/domains',
      description: 'The sending domain at Mailgun.',
    }),
    region: Type.Optional(
      Type.Enum(['us', 'eu'], { type: 'string', description: 'The region of the domain. The default is us.' }),
    ),
    ...commonFieldsOf('https://app.mailgun.com/mg/sending/domains'),
    webhook_signing_key: Type.Optional(
      secretText(
        'The HTTP webhook signing key of Mailgun. Without it, reports of deliveries, bounces and complaints are refused.',
        'key-example',
        { local: true, link: 'https://app.mailgun.com/mg/sending/webhooks' },
      ),
    ),
  },
  { additionalProperties: false },
)

export type MailgunSettings = Static<typeof settings>

export const mailgun: Provider<MailgunSettings> = {
  title: NAME,
  help: 'At Mailgun, add the sending domain under Sending, Domains, and create an API key under API Security.',
  settings,
  problems: senderProblems,
  check,
  send: sendOverHttp({
    name: NAME,
    async request(message, files, { settings: given }) {
      const email = await composedParts(message, files, given)
      return { url: messagesUrl(given), ...(await encoded(formOf(email, message.deliveryId), given)) }
    },
    outcome: outcomeOf,
  }),
  receiver: receiver(),
  webhook: mailgunWebhook({
    base: (given) => baseOf(given, HOSTS[given.region ?? 'us']),
    headers: ({ api_key }) => ({ authorization: `Basic ${basic(api_key)}` }),
    outcome: outcomeOf,
  }),
}

function messagesUrl(given: MailgunSettings): string {
  return `${baseOf(given, HOSTS[given.region ?? 'us'])}/v3/${encodeURIComponent(given.domain)}/messages`
}

function formOf(email: EmailParts, deliveryId: number): FormData {
  const headers = {
    ...email.headers,
    'Message-Id': email.messageId,
    ...(email.replyTo ? { 'Reply-To': mailboxText(email.replyTo) } : {}),
  }
  const form = new FormData()
  form.set('from', mailboxText(email.from))
  form.set('to', mailboxText(email.to))
  form.set('subject', email.subject)
  form.set('text', email.text)
  form.set('html', email.html)
  // With tracking, Mailgun would replace the links of buttons.
  form.set('o:tracking', 'no')
  form.set(`v:${reports.TAG}`, String(deliveryId))
  for (const [name, value] of Object.entries(headers)) form.set(`h:${name}`, value)
  for (const { filename, contentType, bytes } of email.files)
    form.append('attachment', new Blob([bytes], { type: contentType }), filename)
  return form
}

/** Encodes a form as multipart/form-data. */
async function encoded(form: FormData, { api_key }: MailgunSettings) {
  const body = new Response(form)
  return {
    body: Buffer.from(await body.arrayBuffer()),
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      authorization: `Basic ${basic(api_key)}`,
    },
  }
}

function basic(key: string): string {
  return Buffer.from(`api:${key}`).toString('base64')
}

const common = meaningsOf(NAME)

const KEY = 'Put a current API key into the connection.'
const REGION = 'Check the name of the domain, and whether the domain belongs to the region us or eu.'

const STATUSES: Record<number, Meaning> = {
  400: common.field,
  402: common.field,
  403: common.account,
  404: misconfigured('the domain does not exist in this region of Mailgun', REGION),
}

/** The meanings of texts. Mailgun has no error codes. */
const TEXTS: [RegExp, Meaning | undefined][] = [
  [/^'?to'? parameter is not a valid address/i, common.address],
  [/^'?from'? parameter is not a valid address/i, common.sender],
  [/^domain not found/i, STATUSES[404]],
  [/\bparameter\b/i, common.field],
]

function outcomeOf(reply: ProviderReply, { api_key }: MailgunSettings, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const { id, message } = fieldsOf(answer?.json)
  // The reports contain the id without the angle brackets.
  if (answer && answer.status < 300 && typeof id === 'string' && id !== '')
    return acceptedAs(id.replace(/^<|>$/g, ''), answer.status)
  const text = textWithin(message, 500) ?? ''
  return failureOf(NAME, reply, {
    meaning: answer && answer.status < 500 ? meaningOf(answer.status, text) : undefined,
    now,
    secrets: [api_key, basic(api_key)],
    throttledFor: answer && THROTTLED.test(text) ? (retryAfterOf(answer.headers, now) ?? PAUSE) : undefined,
  })
}

function meaningOf(status: number, text: string): Meaning | undefined {
  // These two answers may have a body that is not JSON.
  if (status === 401) return misconfigured('Mailgun does not accept the API key in this region', `${KEY} ${REGION}`)
  if (status === 413) return common.tooLarge
  if (text === '' || THROTTLED.test(text)) return undefined
  const [, meaning] = TEXTS.find(([pattern]) => pattern.test(text)) ?? []
  return meaning ?? STATUSES[status]
}

/** Sends a request without a message. Mailgun refuses it with a known status if the API key and the domain work. */
async function check(given: MailgunSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const form = new FormData()
  form.set('o:testmode', 'yes')
  return findingsOf('api_key', NAME, {
    request: { url: messagesUrl(given), ...(await encoded(form, given)), allowPrivateNetwork },
    judge: ({ status, json }) =>
      status === 400 && textWithin(fieldsOf(json).message, 500) !== undefined
        ? { found: `the API key may send from ${given.domain}` }
        : undefined,
    outcome: (reply) => outcomeOf(reply, given, now),
  })
}

function receiver(): Receiver<MailgunSettings> {
  return {
    receipts: 'by_id',
    verifyHeaders: (_headers, { webhook_signing_key }) => webhook_signing_key !== undefined,
    verify,
    parse: parseSigned,
    // The signature covers only this token, so a request with the same token and another event is a replay.
    repeatKey: (body) => textWithin(fieldsOf(fieldsOf(body).signature).token, 255),
    read: (body, _settings, receivedAt) => read(body, receivedAt),
  }
}

function verify(request: InboundRequest, { webhook_signing_key: key }: MailgunSettings): boolean {
  const { timestamp, token, signature } = fieldsOf(signedFields(request.body).signature)
  return key !== undefined && hasTokenSignature(request, { timestamp, token, signature }, key)
}

function read(body: unknown, receivedAt: Date): InboundEvent[] {
  const report = fieldsOf(fieldsOf(body)['event-data'])
  const { event, recipient, timestamp, message, 'user-variables': variables } = report
  return reports.readWith(READERS, report, {
    name: event,
    externalId: fieldsOf(fieldsOf(message).headers)['message-id'],
    deliveryId: fieldsOf(variables)[reports.TAG],
    addresses: [recipient],
    at: momentOf(timestamp, 'seconds') ?? receivedAt,
  })
}

const READERS = new Map<string, reports.Reader>([
  ['accepted', reports.taken],
  ['delivered', reports.delivered],
  ['complained', reports.complained],
  ['unsubscribed', (message) => reports.changedWish(message, false)],
  ['rejected', (message, { reject }) => reports.notSent(NAME, message, fieldsOf(reject).reason)],
  ['failed', readFailure],
])

/** The suppression list that each reason names. */
const LISTS = new Map<string, reports.SuppressionList>([
  ['suppress-bounce', 'hard'],
  ['suppress-complaint', 'complaint'],
  ['suppress-unsubscribe', 'opt_out'],
])

function readFailure(message: reports.Reported, report: Record<string, unknown>): InboundEvent[] {
  const { severity, reason, 'delivery-status': status } = report
  // Mailgun will attempt to deliver again.
  if (severity !== 'permanent') return []
  const list = LISTS.get(textWithin(reason, 64) ?? '')
  if (list) return reports.suppressed(NAME, message, list)
  const { code, message: text, description, 'enhanced-code': enhanced } = fieldsOf(status)
  const diagnosis = [enhanced, text, description]
    .map((part) => textOf(part) ?? '')
    .join(' ')
    .trim()
  // Mailgun reports every final failure as permanent, so its report has no verdict about the address.
  return reports.bounced(message, { verdict: undefined, diagnosis, code: textOf(code) })
}
