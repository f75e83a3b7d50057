// Reads the webhooks of Twilio: receipts and messages.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fieldsOf, textWithin } from '../../lib/json/json-fields.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import type { InboundEvent, InboundMedia, InboundRequest, Receiver } from '../inbound.ts'
import { bodyAndQuery, parseFormBody } from '../inbound-bodies.ts'
import { deliveredEvent, failedEvents, takenEvents } from './answers.ts'
import { messageEvents } from './inbound-text.ts'
import { isYes, type Keyword } from './keywords.ts'
import { isSmall } from './signed-fields.ts'
import { type TwilioSettings, twilioCodes } from './twilio-settings.ts'

export const twilioReceiver: Receiver<TwilioSettings> = {
  receipts: 'by_id',
  acceptsGet: true,
  // Twilio would report a JSON response to an incoming message as an error.
  response: { contentType: 'text/xml', body: '<Response/>' },
  verifyHeaders: (headers) => signatureIn(headers) !== undefined,
  verify,
  // The query of the URL for receipts contains the delivery id.
  bodyOf: bodyAndQuery,
  parse: parseFormBody,
  repeatKey: (body) => {
    const { MessageSid: id, MessageStatus: status = 'received' } = fieldsOf(body)
    return textWithin(id, 64) === undefined ? undefined : `${textWithin(id, 64)}/${textWithin(status, 64)}`
  },
  read,
}

function signatureIn(headers: InboundRequest['headers']): Buffer | undefined {
  const text = headers['x-twilio-signature'] ?? ''
  return /^[A-Za-z0-9+/]{27}=$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** The signature is an HMAC of the public URL with its query, followed by the sorted fields of the form. */
function verify(
  { method, headers, search, body }: InboundRequest,
  { auth_token }: TwilioSettings,
  { url }: { url: string },
): boolean {
  const given = signatureIn(headers)
  if (!given || !isSmall(body)) return false
  const form = method === 'GET' ? [] : [...new URLSearchParams(body.toString('utf8'))]
  const fields = form.sort(byName).flat().join('')
  return timingSafeEqual(createHmac('sha1', auth_token).update(`${url}${search}${fields}`).digest(), given)
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function read(body: unknown, given: TwilioSettings, receivedAt: Date): InboundEvent[] {
  const fields = fieldsOf(body)
  const id = textWithin(fields.MessageSid, 64)
  if (id === undefined) return [{ kind: 'unreadable', detail: 'a webhook of Twilio without a MessageSid' }]
  const status = textWithin(fields.MessageStatus, 64)
  if (status === undefined || status === 'received' || status === 'receiving')
    return textEvents(fields, id, given, receivedAt)
  const report = { externalId: id, deliveryId: deliveryIdIn(fields.delivery), at: receivedAt }
  switch (status) {
    case 'delivered':
    case 'read':
      return [deliveredEvent(status, report)]
    case 'undelivered':
    case 'failed':
    case 'canceled':
    case 'partially_delivered':
      return failedEvents(report, {
        provider: 'Twilio',
        codes: twilioCodes,
        code: textWithin(fields.ErrorCode, 64),
        address: textWithin(fields.To, 64),
      })
    default:
      return takenEvents(report)
  }
}

const KEYWORDS = new Map<unknown, Keyword>([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
])

function textEvents(fields: Record<string, unknown>, id: string, given: TwilioSettings, at: Date): InboundEvent[] {
  const address = textWithin(fields.From, 64)
  if (address === undefined) return [{ kind: 'unreadable', detail: 'a message without a sender' }]
  const count = Math.min(Number(textWithin(fields.NumMedia, 2) ?? 0) || 0, 10)
  const media = Array.from({ length: count }, (_, place): InboundMedia[] => {
    const ref = textWithin(fields[`MediaUrl${place}`], 2048)
    const type = textWithin(fields[`MediaContentType${place}`], 64)?.split('/')[0] ?? 'file'
    return ref === undefined ? [] : [{ type, ref }]
  }).flat()
  const text = textWithin(fields.Body, 65_536)
  const decided = KEYWORDS.get(fields.OptOutType) ?? (text !== undefined && isYes(text) ? 'start' : undefined)
  return messageEvents({ id, address, text, media, at }, given, decided)
}
