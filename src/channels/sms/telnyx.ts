// The SMS provider Telnyx: the Messaging API.
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { fieldsOf, itemsOf, textOf, textWithin } from '../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply } from '../../lib/provider-call.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import type { InboundEvent, InboundMedia, InboundRequest } from '../inbound.ts'
import { parseJsonBody } from '../inbound-bodies.ts'
import { deliveredEvent, failedEvents, smsFailure, takenEvents } from './answers.ts'
import { answerBy, messageEvents } from './inbound-text.ts'
import { codeTable } from './meanings.ts'
import { callbackUrl, prepareSms } from './sending.ts'
import {
  apiBaseSetting,
  fromSettingAt,
  hasName,
  isName,
  mediaSetting,
  senderProblems,
  sharedSettings,
} from './settings.ts'
import { telnyxWebhook } from './telnyx-webhook.ts'

const TELNYX = 'https://api.telnyx.com'
const PORTAL = 'https://portal.telnyx.com/#/app'
/**
 * If the signed time of a request differs from the current time by more than this, the request is refused, because a
 * third party may have repeated it.
 */
const REPLAY_WINDOW = 5 * MINUTE

const settings = Type.Object(
  {
    api_key: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['KEY-example'],
      secret: true,
      link: `${PORTAL}/api-keys`,
      description: 'An API key of the account. It starts with KEY.',
    }),
    public_key: Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
      maxLength: 44,
      link: `${PORTAL}/account/public-key`,
      description: 'The public key of the account, under Keys & Credentials. It verifies receipts and replies.',
    }),
    from: fromSettingAt(`${PORTAL}/numbers/my-numbers`),
    messaging_profile_id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-fA-F-]{36}$',
        examples: ['00112233-4455-6677-8899-aabbccddeeff'],
        maxLength: 36,
        link: `${PORTAL}/messaging`,
        description:
          'The id of a messaging profile. Required if the sender is a name. If from is not set, the profile chooses the sender.',
      }),
    ),
    ...sharedSettings,
    ...mediaSetting,
    api_base: apiBaseSetting(TELNYX, 'The URL of a gateway that receives the requests to Telnyx.'),
  },
  { additionalProperties: false },
)

type TelnyxSettings = Static<typeof settings>

const codes = codeTable('Telnyx', {
  credentials: '10009 20002',
  permission: '10010 20014 40100 40314',
  account: '20012 20013',
  credit: '20100 40333',
  busy: '10007 10008 10037',
  rate: '10011 40011',
  queue: '40318',
  field: '10015 10016 40301 40316 40322',
  optedOut: '40300',
  tooLong: '40302',
  profile: '40305 40306 40312 40321',
  country: '40309 40331',
  invalidNumber: '40310 40012',
  sender: '40003 40013 40315',
  settingUp: '40320',
  registration: '40010 40019 40329 40330',
  noMobile: '40001',
  carrierDown: '40002 40004 40006',
  expired: '40005 40014',
  refused: '40008 40009',
  spam: '40015 40017',
  dailyLimit: '40016 40018 40020',
})

export const telnyx: Provider<TelnyxSettings> = {
  title: 'Telnyx',
  help: 'In the Telnyx portal, create an API key, copy the public key of the account, and assign the number to a messaging profile.',
  settings,
  problems: (given) => ({
    ...senderProblems(given, { name: 'messaging_profile_id', isSet: given.messaging_profile_id !== undefined }),
    ...(given.messaging_profile_id === undefined && hasName(given)
      ? { messaging_profile_id: 'is required for a sender that is a name' }
      : {}),
  }),
  check: (given, allowPrivateNetwork, now) =>
    findingsOf('api_key', 'Telnyx', {
      request: { url: `${baseOf(given, TELNYX)}/v2/balance`, headers: authOf(given), allowPrivateNetwork },
      judge: ({ status, json }) => {
        const { balance, currency } = fieldsOf(fieldsOf(json).data)
        return status === 200 && textOf(balance) !== undefined
          ? { found: `the API key works; the balance is ${textOf(balance)} ${textOf(currency)}` }
          : undefined
      },
      outcome: (reply) => outcomeOf(reply, given, now),
    }),
  send,
  receiver: {
    receipts: 'by_id',
    verifyHeaders: (headers) => signatureIn(headers) !== undefined,
    verify,
    parse: parseJsonBody,
    repeatKey: (body) => textWithin(fieldsOf(fieldsOf(body).data).id, 64),
    read,
    answer: answerBy(send),
  },
  webhook: telnyxWebhook({ base: (given) => baseOf(given, TELNYX), headers: authOf, outcome: outcomeOf }),
}

function authOf({ api_key }: TelnyxSettings) {
  return { authorization: `Bearer ${api_key}` }
}

async function send(call: SendCall<TelnyxSettings>): Promise<Outcome> {
  const { message, settings: given, signal, now, allowPrivateNetwork } = call
  const prepared = prepareSms(call, given.messaging_profile_id !== undefined)
  if ('class' in prepared) return prepared
  const { text, from } = prepared
  const webhook = callbackUrl(call, baseOf(given, TELNYX) !== TELNYX)
  const reply = await callProvider({
    url: `${baseOf(given, TELNYX)}/v2/messages`,
    body: {
      to: message.address,
      ...(from === undefined ? {} : { from }),
      ...(from === undefined || isName(from) ? { messaging_profile_id: given.messaging_profile_id } : {}),
      text,
      ...(message.media === undefined ? {} : { media_urls: [message.media.url] }),
      ...(webhook === undefined ? {} : { webhook_url: webhook }),
    },
    headers: authOf(given),
    signal,
    allowPrivateNetwork,
  })
  return outcomeOf(reply, given, now)
}

function outcomeOf(reply: ProviderReply, { api_key }: TelnyxSettings, now: Date): Outcome {
  const { data, errors } = reply.kind === 'answer' ? fieldsOf(reply.json) : {}
  const id = textWithin(fieldsOf(data).id, 64)
  if (reply.kind === 'answer' && reply.status < 300 && id !== undefined)
    return { class: 'sent', externalId: id, providerStatus: String(reply.status) }
  return smsFailure('Telnyx', codes, reply, errorIn(errors), { now, secrets: [api_key] })
}

function errorIn(errors: unknown): { code: string; detail: string | undefined } | undefined {
  const { code, detail, title } = fieldsOf(itemsOf(errors)[0])
  const found = textOf(code)
  return found === undefined ? undefined : { code: found, detail: textWithin(detail, 300) ?? textWithin(title, 300) }
}

function signatureIn(headers: InboundRequest['headers']): { signature: Buffer; timestamp: string } | undefined {
  const { 'telnyx-signature-ed25519': signature = '', 'telnyx-timestamp': timestamp = '' } = headers
  return /^[A-Za-z0-9+/]{86}==$/.test(signature) && /^\d{1,12}$/.test(timestamp)
    ? { signature: Buffer.from(signature, 'base64'), timestamp }
    : undefined
}

/** The signature covers the time and the bytes of the body. */
function verify({ headers, body, receivedAt }: InboundRequest, { public_key }: TelnyxSettings): boolean {
  const given = signatureIn(headers)
  if (!given || Math.abs(Number(given.timestamp) * SECOND - receivedAt.getTime()) > REPLAY_WINDOW) return false
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(public_key, 'base64').toString('base64url') },
    format: 'jwk',
  })
  return verifySignature(null, Buffer.concat([Buffer.from(`${given.timestamp}|`), body]), key, given.signature)
}

function read(body: unknown, given: TelnyxSettings, receivedAt: Date): InboundEvent[] {
  const { event_type: type, payload } = fieldsOf(fieldsOf(body).data)
  const fields = fieldsOf(payload)
  const id = textWithin(fields.id, 64)
  if (id === undefined) return [{ kind: 'unreadable', detail: 'a webhook of Telnyx without the id of a message' }]
  if (type === 'message.received') return textEvents(fields, id, given, receivedAt)
  const { phone_number: to, status } = fieldsOf(itemsOf(fields.to)[0])
  const report = { externalId: id, deliveryId: deliveryOf(fields.webhook_url), at: receivedAt }
  if (type === 'message.sent') return takenEvents(report)
  if (type !== 'message.finalized') return []
  if (status === 'delivered') return [deliveredEvent('delivered', report)]
  if (status !== 'sending_failed' && status !== 'delivery_failed') return takenEvents(report)
  const { code, detail } = errorIn(fields.errors) ?? {}
  return failedEvents(report, { provider: 'Telnyx', codes, code, detail, address: textWithin(to, 64) })
}

/** Returns the delivery id in the URL that the send request contained. */
function deliveryOf(url: unknown): number | undefined {
  return typeof url === 'string' && URL.canParse(url)
    ? deliveryIdIn(new URL(url).searchParams.get('delivery'))
    : undefined
}

function textEvents(fields: Record<string, unknown>, id: string, given: TelnyxSettings, at: Date): InboundEvent[] {
  const address = textWithin(fieldsOf(fields.from).phone_number, 64)
  if (address === undefined) return [{ kind: 'unreadable', detail: 'a message without a sender' }]
  const media = itemsOf(fields.media).flatMap((item): InboundMedia[] => {
    const { url, content_type: type } = fieldsOf(item)
    const ref = textWithin(url, 2048)
    return ref === undefined ? [] : [{ type: textWithin(type, 64)?.split('/')[0] ?? 'file', ref }]
  })
  return messageEvents({ id, address, text: textWithin(fields.text, 65_536), media, at }, given)
}
