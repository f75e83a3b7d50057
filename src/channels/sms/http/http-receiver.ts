// Reads the webhooks of an SMS gateway. The settings name the fields, and the secret proves the sender.
import { createHash, timingSafeEqual } from 'node:crypto'
import { fieldsOf, itemsOf, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { MINUTE } from '../../../limits.ts'
import { deliveryIdIn } from '../../delivery-id.ts'
import type { InboundBody, InboundEvent, InboundRequest, Receiver } from '../../inbound.ts'
import { bodyAndQuery, parseFormBody, parseJsonBody } from '../../inbound-bodies.ts'
import { deliveredEvent, failedEvents, numberIn } from '../answers.ts'
import { messageEvents } from '../inbound-text.ts'
import type { HttpSettings } from './http-settings.ts'

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
 * A reply without an id is recognized by its minute. A longer time would drop a second STOP: a gateway that sends only
 * the sender and the text sends the same bytes each time.
 */
function repeatKey(body: unknown, settings: HttpSettings, receivedAt: Date): string | undefined {
  const { id, from, text, status } = partsOf(body, settings)
  if (id !== undefined) return `${id}/${status ?? 'received'}`
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

/** Returns the body to store. A form also contains the fields of the query, but not the secret. */
function withoutSecret(request: InboundRequest): InboundBody {
  const query = new URLSearchParams(request.search)
  query.delete('secret')
  const search = query.size === 0 ? '' : `?${query.toString()}`
  const isForm = request.method === 'GET' || /^application\/x-www-form/i.test(request.headers['content-type'] ?? '')
  return isForm
    ? bodyAndQuery({ ...request, search })
    : { bytes: request.body, contentType: request.headers['content-type'] }
}

function partsOf(body: unknown, { inbound }: HttpSettings) {
  const at = (path: string, limit: number) => textWithin(textOf(valueAt(body, path))?.trim(), limit)
  return {
    id: at(inbound?.id_field ?? 'id', 255),
    from: at(inbound?.from_field ?? 'from', 64),
    text: at(inbound?.text_field ?? 'text', 65_536),
    status: at(inbound?.status_field ?? 'status', 64),
  }
}

function read(body: unknown, settings: HttpSettings, at: Date): InboundEvent[] {
  const { id, from, text, status } = partsOf(body, settings)
  if (status !== undefined) return receiptEvents({ id, status, from }, settings, at)
  if (from === undefined || text === undefined)
    return [{ kind: 'unreadable', detail: 'a webhook without a status, and without the sender and text of a reply' }]
  const address = numberIn(from)
  return messageEvents({ id: id ?? `${address}/${at.toISOString()}`, address, text, at }, settings)
}

function receiptEvents(
  { id, status, from }: { id: string | undefined; status: string; from: string | undefined },
  { inbound, id_field: idField }: HttpSettings,
  at: Date,
): InboundEvent[] {
  if (id === undefined) return [{ kind: 'unreadable', detail: `a receipt ${status} without the id of a message` }]
  // Without a field for the gateway's id, receipts contain the delivery id.
  const report = { externalId: id, deliveryId: idField === undefined ? deliveryIdIn(id) : undefined, at }
  const { delivered = 'delivered,delivrd,1', failed = 'failed,undelivered,undeliv,rejected,rejectd,expired,2,16' } =
    inbound ?? {}
  if (isListed(status, delivered)) return [deliveredEvent('delivered', report)]
  if (isListed(status, failed)) return failedEvents('the gateway', new Map(), { code: status }, from, report)
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
