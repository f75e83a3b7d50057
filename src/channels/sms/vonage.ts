// The SMS provider Vonage: the SMS API.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { fieldsOf, itemsOf, textOf, textWithin } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import type { InboundBody, InboundEvent, InboundRequest, TextPart } from '../inbound.ts'
import { bodyOrQuery, parseFormBody, parseJsonBody } from '../inbound-bodies.ts'
import { unknownOutcome } from '../remedies.ts'
import { deliveredEvent, failedEvents, numberIn, smsFailure, takenEvents } from './answers.ts'
import { postForm } from './form.ts'
import { answerBy, messageEvents } from './inbound-text.ts'
import { codeTable } from './meanings.ts'
import { segmentsOf } from './segments.ts'
import { callbackUrl, prepareSms, referenceOf } from './sending.ts'
import { apiBaseSetting, fromSetting, senderProblems, sharedSettings } from './settings.ts'

const VONAGE = 'https://rest.nexmo.com'
/** Requests whose signed time differs more from the current time are refused as repetitions by a third party. */
const REPLAY_WINDOW = 5 * MINUTE

const METHODS = ['sha256', 'sha512', 'sha1', 'md5', 'md5hash'] as const

const settings = Type.Object(
  {
    api_key: Type.String({
      pattern: '^[A-Za-z0-9]{8}$',
      examples: ['abcd1234'],
      maxLength: 8,
      description: 'The API key, from the API settings of the dashboard.',
    }),
    api_secret: Type.String({
      minLength: 6,
      maxLength: 64,
      secret: true,
      description: 'The API secret, from the same page.',
    }),
    signature_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        secret: true,
        local: true,
        description: 'The signature secret, from the same page. Receipts and replies are refused without it.',
      }),
    ),
    signature_method: Type.Optional(
      Type.Enum([...METHODS], {
        type: 'string',
        default: 'sha256',
        description: 'The signature method of the account.',
      }),
    ),
    from: Type.Optional(fromSetting),
    ...sharedSettings,
    api_base: apiBaseSetting(VONAGE, 'The URL of a gateway that receives the requests to Vonage.'),
  },
  { additionalProperties: false },
)

type VonageSettings = Static<typeof settings>

const codes = codeTable('Vonage', {
  rate: '1 10',
  field: '2 3 6 22',
  credentials: '4 14 32',
  busy: '5',
  optedOut: '7',
  account: '8',
  credit: '9',
  permission: '11',
  tooLong: '12',
  senderCountry: '15',
  callback: '23',
  trial: '29',
  unusedNumber: '33',
})

/** The codes of receipts. They differ from the codes of answers. */
const receiptCodes = codeTable('Vonage', {
  refused: '1 5 10 13 15 99',
  unreachable: '2 7 12',
  carrierDown: '8',
  unusedNumber: '3',
  barred: '4',
  spam: '6',
  optedOut: '9 14 53',
  noRoute: '11',
  queue: '16',
  registration: '50 51 52 54',
})

export const vonage: Provider<VonageSettings> = {
  title: 'Vonage',
  help: 'In the Vonage dashboard, open the API settings. Copy the key and the secret, enable signed webhooks, and enter the URL for inbound webhooks as the webhook for delivery receipts and inbound SMS.',
  settings,
  problems: (given) => senderProblems(given),
  check: (given, allowPrivateNetwork, now) =>
    findingsOf('api_secret', 'Vonage', {
      request: {
        url: `${baseOf(given, VONAGE)}/account/get-balance?${new URLSearchParams(keysOf(given)).toString()}`,
        allowPrivateNetwork,
      },
      judge: ({ status, json }) => {
        const { value } = fieldsOf(json)
        return status === 200 && typeof value === 'number'
          ? { found: `the credentials work; the balance is ${value} EUR` }
          : undefined
      },
      outcome: (reply) => outcomeOf(reply, given, now),
    }),
  send,
  receiver: {
    receipts: 'by_id',
    acceptsGet: true,
    // The signature is in the body, so the headers prove nothing.
    verifyHeaders: (_headers, { signature_secret }) => signature_secret !== undefined,
    verify,
    bodyOf: bodyOrQuery,
    parse,
    repeatKey: (body) => {
      const { messageId, status = 'received', 'err-code': code } = fieldsOf(body)
      const id = textWithin(messageId, 64)
      return id === undefined ? undefined : `${id}/${textWithin(status, 64)}/${textWithin(code, 64) ?? ''}`
    },
    read,
    answer: answerBy(send),
  },
}

function keysOf({ api_key, api_secret }: VonageSettings) {
  return { api_key, api_secret }
}

/** The reference contains the number of segments, because Vonage sends a receipt for each segment. */
async function send(call: SendCall<VonageSettings>): Promise<Outcome> {
  const { message, settings: given, signal, now, allowPrivateNetwork } = call
  const prepared = prepareSms(call, false)
  if ('class' in prepared) return prepared
  const { text, from } = prepared
  const { encoding, segments } = segmentsOf(text)
  const reference = referenceOf(message)
  const reply = await postForm({
    url: `${baseOf(given, VONAGE)}/sms/json`,
    fields: {
      ...keysOf(given),
      from: from?.replace(/^\+/, ''),
      to: message.address.replace(/^\+/, ''),
      text,
      type: encoding === 'UCS-2' ? 'unicode' : 'text',
      callback: callbackUrl(call, baseOf(given, VONAGE) !== VONAGE),
      'client-ref': reference && `${reference}.${segments}`,
    },
    signal,
    allowPrivateNetwork,
  })
  return outcomeOf(reply, given, now)
}

/** The HTTP status is 200 for failures too. Each segment has a status. */
function outcomeOf(reply: ProviderReply, { api_secret }: VonageSettings, now: Date): Outcome {
  const parts = reply.kind === 'answer' ? itemsOf(fieldsOf(reply.json).messages).map(fieldsOf) : []
  const id = textWithin(parts[0]?.['message-id'], 64)
  const failed = parts.find(({ status }) => textOf(status) !== '0')
  if (reply.kind === 'answer' && reply.status < 300 && id !== undefined && !failed)
    return { class: 'sent', externalId: id, providerStatus: String(reply.status) }
  const code = textOf(failed?.status)
  const error = code === undefined ? undefined : { code, detail: textOf(failed?.['error-text']) }
  const outcome = smsFailure('Vonage', codes, reply, error, { now, secrets: [api_secret] })
  const isPartial = parts.length > 1 && parts.some(({ status }) => textOf(status) === '0')
  if (!isPartial || (outcome.class !== 'retryable' && outcome.class !== 'throttled')) return outcome
  const { providerStatus, response } = outcome
  return {
    class: 'ambiguous',
    reason: 'Vonage accepted only some segments of the message',
    remedies: unknownOutcome,
    ...(providerStatus === undefined ? {} : { providerStatus }),
    ...(code === undefined ? {} : { code }),
    ...(response === undefined ? {} : { response }),
  }
}

function parse(body: InboundBody): unknown {
  return parseFormBody(body) ?? parseJsonBody(body)
}

function verify(request: InboundRequest, { signature_secret, signature_method, api_key }: VonageSettings): boolean {
  const { sig, ...fields } = fieldsOf(parse(bodyOrQuery(request)))
  if (signature_secret === undefined || typeof sig !== 'string') return false
  const sentAt = Number(textOf(fields.timestamp) ?? Number.NaN) * SECOND
  if (!(Math.abs(sentAt - request.receivedAt.getTime()) <= REPLAY_WINDOW)) return false
  const given = Buffer.from(sig.toLowerCase())
  const expected = Buffer.from(vonageSignature(fields, signature_method ?? 'sha256', signature_secret))
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && (fields['api-key'] ?? api_key) === api_key
  )
}

/** Returns the signature of the fields in lower case. In the signed text, `&` and `=` in values are replaced by `_`. */
export function vonageSignature(
  fields: Record<string, unknown>,
  method: (typeof METHODS)[number],
  secret: string,
): string {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `&${name}=${(textOf(fields[name]) ?? '').replace(/[&=]/g, '_')}`)
    .join('')
  return method === 'md5hash'
    ? createHash('md5').update(`${text}${secret}`).digest('hex')
    : createHmac(method, secret).update(text).digest('hex')
}

function read(body: unknown, given: VonageSettings, receivedAt: Date): InboundEvent[] {
  const fields = fieldsOf(body)
  const id = textWithin(fields.messageId, 64)
  const person = textWithin(fields.msisdn, 64)
  const status = textWithin(fields.status, 64)
  if (id === undefined || person === undefined)
    return [{ kind: 'unreadable', detail: 'a webhook of Vonage without messageId or msisdn' }]
  const address = numberIn(person)
  if (status === undefined) {
    const text = textWithin(fields.text, 65_536)
    return messageEvents({ id, address, text, at: receivedAt, part: partOf(fields, person) }, given)
  }
  const [, deliveryId, parts] = /^([1-9]\d{0,14})\.(\d{1,2})$/.exec(textWithin(fields['client-ref'], 40) ?? '') ?? []
  const report = {
    externalId: id,
    deliveryId: deliveryIdIn(deliveryId),
    parts: parts === undefined ? undefined : Number(parts),
    at: receivedAt,
  }
  if (status === 'delivered') return [deliveredEvent('delivered', report)]
  if (status === 'accepted' || status === 'buffered') return takenEvents(report)
  if (status === 'unknown') return []
  return failedEvents('Vonage', receiptCodes, { code: textWithin(fields['err-code'], 64) }, address, report)
}

/** Returns the place of the text in a long text, which Vonage sends in parts. */
function partOf(fields: Record<string, unknown>, person: string): TextPart | undefined {
  const ref = textWithin(fields['concat-ref'], 32)
  const [number, of] = [fields['concat-part'], fields['concat-total']].map((value) => Number(textOf(value)))
  if (textOf(fields.concat) !== 'true' || ref === undefined || number === undefined || of === undefined)
    return undefined
  return number >= 1 && number <= of && of <= 255 ? { ref: `${person}/${ref}`, number, of } : undefined
}
