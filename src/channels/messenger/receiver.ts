// Reads Messenger's inbound webhooks: receipts, replies, button presses and opened chats.
import { createHash } from 'node:crypto'
import { itemsOf, type JsonObject, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { coordinatesOf } from '../coordinates.ts'
import type { InboundEvent, InboundMedia, Receiver } from '../inbound.ts'
import { parseJsonBody } from '../inbound-bodies.ts'
import { answerByMessage } from '../meta/press-reply.ts'
import { graphAnnounce, graphHandshake, graphSignature, hasGraphSignature, isActionToken } from '../meta/receiving.ts'
import { momentOf } from '../moments.ts'
import { messengerCodes } from './outcomes.ts'
import type { MessengerSettings } from './settings.ts'

export const messengerReceiver: Receiver<MessengerSettings> = {
  receipts: 'by_id_and_watermark',
  handshake: graphHandshake,
  verifyHeaders: hasGraphSignature,
  verify: graphSignature,
  parse: parseJsonBody,
  read,
  announce: graphAnnounce,
  replyToPress: answerByMessage(messengerCodes, (settings, press, text) => ({
    token: settings.page_access_token,
    path: `${settings.page_id}/messages`,
    body: { recipient: { id: press.address }, messaging_type: 'RESPONSE', message: { text } },
  })),
}

const LONGEST = 65_536
/** The payload of the "Get started" button in Meta's examples and in Carillon's documentation. */
const GET_STARTED = /^(get_?started|start)$/i

/**
 * Reads the body of a webhook. It contains entries for one or several pages. Each entry contains the events of a page's
 * conversations.
 */
function read(body: unknown, settings: MessengerSettings): InboundEvent[] {
  const envelope = objectOf(body)
  if (envelope?.object !== 'page')
    return [unreadable(`a webhook about ${textWithin(envelope?.object, 64) ?? 'nothing'}, not about a page`)]
  return itemsOf(envelope.entry).flatMap((item) => {
    const entry = objectOf(item) ?? {}
    if (entry.id !== undefined && entry.id !== settings.page_id)
      return [
        unreadable(`a webhook for the page ${textWithin(entry.id, 64) ?? '?'}, which belongs to another connection`),
      ]
    return itemsOf(entry.messaging).flatMap((event) => eventOf(objectOf(event) ?? {}))
  })
}

function eventOf(event: JsonObject): InboundEvent[] {
  const address = textWithin(objectOf(event.sender)?.id, 255)
  const at = momentOf(event.timestamp, 'milliseconds')
  const message = objectOf(event.message)
  if (message?.is_echo === true) return []
  const delivery = objectOf(event.delivery)
  const seen = objectOf(event.read)
  // Accept receipts without a timestamp, because the watermark of a receipt contains a time too.
  if (address !== undefined && delivery) return deliveryOf(address, delivery, at)
  if (address !== undefined && seen) return watermarkOf(address, 'read', seen)
  if (address === undefined || !at) return [unreadable(`a part (${kindsOf(event)}) without sender or time`)]
  if (message) return messageOf(address, at, message)
  const postback = objectOf(event.postback)
  if (postback) return postbackOf(address, at, postback)
  const opening = objectOf(event.referral) ?? objectOf(event.optin)
  if (opening) return [joined(address, at, opening, textWithin(opening.ref, 1000))]
  return []
}

/**
 * Returns a receipt for each named message, and the watermark, which is the time up to which all messages were
 * delivered. The watermark alone could miss a named message, because Meta's clock differs from the service's clock.
 */
function deliveryOf(address: string, delivery: JsonObject, at: Date | undefined): InboundEvent[] {
  const upTo = momentOf(delivery.watermark, 'milliseconds')
  const ids = itemsOf(delivery.mids).flatMap((mid) => textWithin(mid, 512) ?? [])
  const when = upTo ?? at
  if (!when) return [unreadable('a delivery receipt without a time')]
  return [
    ...ids.map((externalId): InboundEvent => ({ kind: 'receipt', externalId, status: 'delivered', at: when })),
    ...(upTo ? watermarkOf(address, 'delivered', delivery) : []),
  ]
}

function watermarkOf(address: string, status: 'delivered' | 'read', { watermark }: JsonObject): InboundEvent[] {
  const upTo = momentOf(watermark, 'milliseconds')
  return upTo ? [{ kind: 'watermark', address, status, upTo }] : [unreadable(`a receipt ${status} without a watermark`)]
}

function messageOf(address: string, at: Date, message: JsonObject): InboundEvent[] {
  const id = textWithin(message.mid, 512)
  if (id === undefined) return [unreadable('a message without an id')]
  const text = textWithin(message.text, LONGEST)
  const payload = textWithin(objectOf(message.quick_reply)?.payload, 1000)
  if (isActionToken(payload))
    return [{ kind: 'button_press', id, address, token: payload, at, ...(text === undefined ? {} : { text }) }]
  const media = itemsOf(message.attachments).flatMap((attachment) => mediaOf(objectOf(attachment) ?? {}))
  const repliesTo = textWithin(objectOf(message.reply_to)?.mid, 512)
  return [
    {
      kind: 'message',
      id,
      address,
      at,
      ...(text === undefined ? {} : { text }),
      ...(media.length > 0 ? { media } : {}),
      ...(repliesTo === undefined ? {} : { repliesTo }),
    },
  ]
}

function mediaOf({ type, payload }: JsonObject): InboundMedia[] {
  const kind = textWithin(type, 64) ?? 'file'
  const part = objectOf(payload)
  const place = objectOf(part?.coordinates)
  const ref = textWithin(part?.url, 4096) ?? coordinatesOf(place?.lat, place?.long)
  return ref === undefined ? [] : [{ type: kind === 'file' ? 'document' : kind, ref }]
}

/** Reads a press of an action's button, of the "Get started" button, or of an item in the page's menu. */
function postbackOf(address: string, at: Date, postback: JsonObject): InboundEvent[] {
  const payload = textWithin(postback.payload, 1000)
  const text = textWithin(postback.title, 255)
  const id = textWithin(postback.mid, 512) ?? idOf('postback', address, at, payload)
  const referral = objectOf(postback.referral)
  if (isActionToken(payload))
    return [{ kind: 'button_press', id, address, token: payload, at, ...(text === undefined ? {} : { text }) }]
  if (referral || (payload !== undefined && GET_STARTED.test(payload)))
    return [{ ...joined(address, at, postback, textWithin(referral?.ref, 1000)), id }]
  return [{ kind: 'message', id, address, at, text: text ?? payload ?? '' }]
}

function joined(
  address: string,
  at: Date,
  part: JsonObject,
  payload: string | undefined,
): Extract<InboundEvent, { kind: 'joined' }> {
  const id = textWithin(part.mid, 512) ?? idOf('joined', address, at, payload)
  return { kind: 'joined', id, address, at, ...(payload === undefined ? {} : { payload }) }
}

/**
 * Computes an id for an event without an id, from the sender, the time and the content. A repeat of the event gets the
 * same id.
 */
function idOf(kind: string, address: string, at: Date, detail = ''): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, address, at.getTime(), detail]))
    .digest('base64url')
}

function kindsOf(event: JsonObject): string {
  return Object.keys(event).slice(0, 5).join(', ').slice(0, 100) || 'empty'
}

function unreadable(detail: string): InboundEvent {
  return { kind: 'unreadable', detail }
}
