// Reads the webhooks of an SMS gateway. The settings name the fields, and the secret proves the sender.
import { createHash, timingSafeEqual } from 'node:crypto'
import { fieldsOf, itemsOf, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { MINUTE } from '../../../limits.ts'
import { deliveryIdIn } from '../../delivery-id.ts'
import type { InboundBody, InboundEvent, InboundRequest, Receiver } from '../../inbound.ts'
import { bodyAndQuery, parseFormBody, parseJsonBody } from '../../inbound-bodies.ts'
import { deliveredEvent, failedEvents, numberIn } from '../answers.ts'
import { messageEvents, ownAnswers } from '../inbound-text.ts'
import { type HttpSettings, usualStatuses } from './http-settings.ts'

export const httpReceiver: Receiver<HttpSettings> = {
  receipts: 'by_id',
  acceptsGet: true,
  // The secret may be in the query, so the headers alone prove nothing.
  verifyHeaders: (_headers, { inbound }) => inbound !== undefined,
  verify: ({ headers, query }, { inbound }) =>
    inbound !== undefined && secretsIn(headers, query).some((given) => isSame(given, inbound.secret)),
  bodyOf: withoutSecret,
  parse: (body) => parseFormBody(body) ?? parseJsonBody(body),
  repeatKey,
  read,
}

/**
 * Returns the key that identifies a request and its repetitions. A reply without an id counts as a repetition only if
 * the same reply arrived in the same minute. Some gateways send only the sender and the text, so a longer time would
 * drop a second STOP.
 */
function repeatKey(body: unknown, settings: HttpSettings, receivedAt: Date): string | undefined {
  const { reference, id, from, text, status } = partsOf(body, settings)
  if ((id ?? reference) !== undefined) return `${id ?? reference}/${status ?? 'received'}`
  if (status !== undefined || from === undefined || text === undefined) return undefined
  return `${from}/${Math.floor(receivedAt.getTime() / MINUTE)}/${text}`
}

/** Returns the texts in the request that may be the secret. */
function secretsIn(headers: InboundRequest['headers'], query: InboundRequest['query']): string[] {
  const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ')
  const password =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : credentials
  return [query.secret, password].flatMap((given) => (given ? [given] : []))
}

/** Compares two texts in constant time, even if their lengths differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/**
 * The name of the parameter that contains the id for receipts in the callback URL. Gateways do not use this name
 * themselves.
 */
export const CALLBACK_ID = 'carillon_id'

/** Returns the body to store. It also contains the fields of the query, but not the secret. */
function withoutSecret(request: InboundRequest): InboundBody {
  const query = new URLSearchParams(request.search)
  query.delete('secret')
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const contentType = request.headers['content-type']
  const isForm = request.method === 'GET' || /^application\/x-www-form/i.test(contentType ?? '')
  return isForm
    ? bodyAndQuery({ ...request, search })
    : { bytes: withId(request.body, query.get(CALLBACK_ID)), contentType }
}

/** Adds the id of the callback to a JSON object. Other bodies stay unchanged. */
function withId(body: Buffer, id: string | null): Buffer {
  const start = /^\s{0,100}\{/.exec(body.toString('latin1', 0, 200))
  if (!start || id === null || !ID.test(id)) return body
  return Buffer.concat([Buffer.from(`{"${CALLBACK_ID}":"${id}",`), body.subarray(start[0].length)])
}

/** A delivery id, or the random id of a test message. */
const ID = /^[0-9a-f-]{1,36}$/

function partsOf(body: unknown, { inbound }: HttpSettings) {
  const at = (path: string, limit: number) => textWithin(textOf(valueAt(body, path))?.trim(), limit)
  return {
    reference: referenceIn(body),
    id: at(inbound?.id_field ?? 'id', 255),
    from: at(inbound?.from_field ?? 'from', 64),
    text: at(inbound?.text_field ?? 'text', 65_536),
    status: at(inbound?.status_field ?? 'status', 64),
  }
}

function referenceIn(body: unknown): string | undefined {
  const id = textWithin(fieldsOf(body)[CALLBACK_ID], 36)
  return id !== undefined && ID.test(id) ? id : undefined
}

function read(body: unknown, settings: HttpSettings, at: Date): InboundEvent[] {
  const { reference, id, from, text, status } = partsOf(body, settings)
  if (status !== undefined) return receiptEvents({ reference, id, status }, settings, at)
  if (from === undefined || text === undefined)
    return [{ kind: 'unreadable', detail: 'a webhook without a status, and without the sender and text of a reply' }]
  const address = numberIn(from)
  return messageEvents(
    { id: id ?? `${address}/${at.toISOString()}`, address, text, at },
    { ...ownAnswers, ...settings },
  )
}

/**
 * Returns the events of a receipt. If no setting names the field with the gateway's id in answers, a message is
 * identified by the id that its request contained.
 */
function receiptEvents(
  { reference, id, status }: { reference: string | undefined; id: string | undefined; status: string },
  { inbound, id_field: idField }: HttpSettings,
  at: Date,
): InboundEvent[] {
  const own = idField === undefined ? (reference ?? id) : reference
  const externalId = idField === undefined ? own : (id ?? reference)
  if (externalId === undefined)
    return [{ kind: 'unreadable', detail: `a receipt ${status} without the id of a message` }]
  const report = { externalId, deliveryId: deliveryIdIn(own), at }
  const { delivered, failed } = { ...usualStatuses, ...inbound }
  if (isListed(status, delivered)) return [deliveredEvent('delivered', report)]
  if (isListed(status, failed)) return failedEvents(report, { provider: 'the gateway', code: status })
  return []
}

function isListed(status: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(',')
    .some((value) => value.trim() === status.toLowerCase())
}

/** Returns the value at a path with dots, such as `messages.0.id`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return itemsOf(inner)[Number(name)]
    const fields = fieldsOf(inner)
    return Object.hasOwn(fields, name) ? fields[name] : undefined
  }, value)
}
