// Reads the webhooks of Vonage: receipts and messages.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { fieldsOf, textOf, textWithin } from '../../lib/json/json-fields.ts'
import { HOUR, MINUTE, SECOND } from '../../limits.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import type { InboundBody, InboundEvent, InboundRequest, Receiver, TextPart } from '../inbound.ts'
import { bodyOrQuery, parseFormBody, parseJsonBody } from '../inbound-bodies.ts'
import { deliveredEvent, failedEvents, numberIn, takenEvents } from './answers.ts'
import { messageEvents, ownAnswers } from './inbound-text.ts'
import { codeTable } from './meanings.ts'
import { isSmall } from './signed-fields.ts'
import type { VonageSettings, vonageMethods } from './vonage-settings.ts'

/**
 * If the signed time of a receipt differs from the current time by more than this, the receipt is refused, because a
 * third party may have repeated it.
 */
const REPLAY_WINDOW = 5 * MINUTE
/**
 * The maximum age of the signed time of a message. Vonage repeats a message for a day, and its documentation does not
 * state whether it signs the message again. Carillon recognizes repeated messages by their ids for longer than this.
 */
const MESSAGE_WINDOW = 25 * HOUR

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

export const vonageReceiver: Receiver<VonageSettings> = {
  receipts: 'by_id',
  acceptsGet: true,
  // Before Vonage stores a URL, it sends a GET request without fields, and expects the status 200.
  handshake: (query) => (Object.keys(query).length === 0 ? 'ok' : undefined),
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
}

function parse(body: InboundBody): unknown {
  return parseFormBody(body) ?? parseJsonBody(body)
}

function verify(request: InboundRequest, { signature_secret, signature_method, api_key }: VonageSettings): boolean {
  if (signature_secret === undefined || !isSmall(request.body)) return false
  const { sig, ...fields } = fieldsOf(parse(bodyOrQuery(request)))
  if (typeof sig !== 'string') return false
  const sentAt = Number(textOf(fields.timestamp) ?? Number.NaN) * SECOND
  const age = request.receivedAt.getTime() - sentAt
  if (!(age >= -REPLAY_WINDOW && age <= (fields.status === undefined ? MESSAGE_WINDOW : REPLAY_WINDOW))) return false
  const given = Buffer.from(sig.toLowerCase())
  const expected = Buffer.from(vonageSignature(fields, signature_method ?? 'sha256', signature_secret))
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && (fields['api-key'] ?? api_key) === api_key
  )
}

/** Returns the signature of the fields in lower case. In the signed text, `&` and `=` in values are replaced by `_`. */
export function vonageSignature(
  fields: Record<string, unknown>,
  method: (typeof vonageMethods)[number],
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
    return messageEvents(
      { id, address, text, at: receivedAt, part: partOf(fields, person) },
      { ...ownAnswers, ...given },
    )
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
  const code = textWithin(fields['err-code'], 64)
  return failedEvents(report, { provider: 'Vonage', codes: receiptCodes, code, address })
}

/** Returns the place of the text in a long text, which Vonage sends in parts. */
function partOf(fields: Record<string, unknown>, person: string): TextPart | undefined {
  const ref = textWithin(fields['concat-ref'], 32)
  const [number, of] = [fields['concat-part'], fields['concat-total']].map((value) => Number(textOf(value)))
  if (textOf(fields.concat) !== 'true' || ref === undefined || number === undefined || of === undefined)
    return undefined
  return number >= 1 && number <= of && of <= 255 ? { ref: `${person}/${ref}/${of}`, number, of } : undefined
}
