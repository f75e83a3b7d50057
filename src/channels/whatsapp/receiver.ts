// Reads WhatsApp's inbound webhooks: statuses with prices, replies, button presses, opt-outs and changed numbers.
import { itemsOf, type JsonObject, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import type { InboundEvent, Person, Receiver, SenderEvent } from '../inbound.ts'
import { parseJsonBody } from '../inbound-bodies.ts'
import { codeText, graphErrorOf } from '../meta/call.ts'
import { answerByMessage } from '../meta/press-reply.ts'
import { graphAnnounce, graphHandshake, graphSignature, hasGraphSignature, isActionToken } from '../meta/receiving.ts'
import { momentOf } from '../moments.ts'
import { addressOf, receiverOf } from './address.ts'
import { contentOfMessage } from './message-content.ts'
import { whatsappCodes } from './outcomes.ts'
import type { WhatsappSettings } from './settings.ts'

export const whatsappReceiver: Receiver<WhatsappSettings> = {
  receipts: 'by_id',
  handshake: graphHandshake,
  verifyHeaders: hasGraphSignature,
  verify: graphSignature,
  parse: parseJsonBody,
  read,
  hasSender: (sender, { phone_number_id }) => sender === phone_number_id,
  announce: graphAnnounce,
  replyToPress: answerByMessage(whatsappCodes, (settings, press, text) => ({
    token: settings.access_token,
    path: `${settings.phone_number_id}/messages`,
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...receiverOf(press.address),
      context: { message_id: press.id },
      type: 'text',
      text: { body: text, preview_url: false },
    },
  })),
}

/** Reads the body of a webhook, which contains one or several changes of an account. */
function read(body: unknown, settings: WhatsappSettings): InboundEvent[] {
  const envelope = objectOf(body)
  if (envelope?.object !== 'whatsapp_business_account')
    return [
      unreadable(`a webhook about ${textWithin(envelope?.object, 64) ?? 'nothing'}, not about a WhatsApp account`),
    ]
  return itemsOf(envelope.entry)
    .flatMap((entry) => itemsOf(objectOf(entry)?.changes))
    .flatMap((change) => changeOf(objectOf(change) ?? {}, settings))
}

function changeOf({ field, value }: JsonObject, { phone_number_id }: WhatsappSettings): InboundEvent[] {
  const change = objectOf(value)
  if (!change) return [unreadable(`a change of ${textWithin(field, 64) ?? 'nothing'} without a value`)]
  if (field === 'message_template_status_update' || field === 'message_template_components_update')
    return [{ kind: 'approvals' }]
  if (field !== 'messages' && field !== 'user_preferences') return []
  const number = objectOf(change.metadata)?.phone_number_id
  if (number === undefined || number === phone_number_id) return eventsOf(change)
  const sender = textWithin(number, 64)
  if (sender === undefined) return [unreadable('a change without a readable phone_number_id')]
  return eventsOf(change).map((event) => ({ kind: 'of_sender', sender, event }))
}

function eventsOf(change: JsonObject): SenderEvent['event'][] {
  const people = itemsOf(change.contacts).map((contact) => objectOf(contact) ?? {})
  return [
    ...itemsOf(change.statuses).flatMap((status) => statusOf(objectOf(status) ?? {})),
    ...itemsOf(change.messages).flatMap((message) => messageOf(objectOf(message) ?? {}, people)),
    ...itemsOf(change.user_preferences).flatMap((preference) => preferenceOf(objectOf(preference) ?? {})),
    ...itemsOf(change.errors).map((error) => unreadable(`an error of WhatsApp: ${describe(error)}`)),
  ]
}

const STOPPED_ADVERTISING = 131050
const STATUSES = ['delivered', 'read', 'failed'] as const

function statusOf(status: JsonObject): SenderEvent['event'][] {
  const reported = textWithin(status.status, 32) ?? ''
  const externalId = textWithin(status.id, 512)
  const deliveryId = deliveryIdIn(status.biz_opaque_callback_data)
  if (reported === 'sent' && externalId !== undefined)
    return deliveryId === undefined ? [] : [{ kind: 'taken', externalId, deliveryId }]
  if (['accepted', 'deleted', 'warning'].includes(reported)) return []
  const at = momentOf(status.timestamp, 'seconds')
  const reached = reported === 'played' ? 'read' : STATUSES.find((status) => status === reported)
  if (!reached || externalId === undefined || !at)
    return [unreadable(`a status ${reported || 'without a name'} of message ${externalId ?? 'without an id'}`)]
  const price = textWithin(objectOf(status.pricing)?.category, 64)
  const person = textWithin(status.recipient_id, 255)
  const stopped = reported === 'failed' && graphErrorOf(itemsOf(status.errors)[0])?.code === STOPPED_ADVERTISING
  return [
    ...(stopped && person !== undefined
      ? [{ kind: 'preference', optedIn: false, address: addressOf(person), at } as const]
      : []),
    {
      kind: 'receipt',
      externalId,
      ...(deliveryId === undefined ? {} : { deliveryId }),
      status: reached,
      at,
      ...(reported === 'failed' ? failureOf(itemsOf(status.errors)[0]) : {}),
      ...(price === undefined ? {} : { price }),
    },
  ]
}

/** Reads a report that a person stopped or resumed WhatsApp marketing messages. */
function preferenceOf(preference: JsonObject): SenderEvent['event'][] {
  const person = textWithin(preference.wa_id, 255) ?? textWithin(preference.user_id, 255)
  const at = momentOf(preference.timestamp, 'seconds')
  if (preference.category !== 'marketing_messages') return []
  if (person === undefined || !at || (preference.value !== 'stop' && preference.value !== 'resume'))
    return [unreadable('a preference for marketing messages without person, time or value')]
  return [{ kind: 'preference', optedIn: preference.value === 'resume', address: addressOf(person), at }]
}

/**
 * Reads the error of a failed status. The message is not sent again, so every class except `recipient_gone` becomes
 * `permanent`.
 */
function failureOf(value: unknown) {
  const error = graphErrorOf(value)
  if (!error)
    return { reason: 'WhatsApp could not deliver the message and gave no reason', outcome: 'permanent' as const }
  const meaning = whatsappCodes(error)
  return {
    code: codeText(error),
    reason: meaning?.reason ?? error.detail?.slice(0, 300) ?? `WhatsApp reports error ${error.code}`,
    ...(meaning === undefined ? {} : { remedy: meaning.remedies.final }),
    outcome: meaning?.class === 'recipient_gone' ? ('recipient_gone' as const) : ('permanent' as const),
  }
}

function messageOf(message: JsonObject, people: JsonObject[]): SenderEvent['event'][] {
  const id = textWithin(message.id, 512)
  const at = momentOf(message.timestamp, 'seconds')
  const person = personOf(message, people)
  if (id === undefined || !at || !person)
    return [unreadable(`a message of type ${textWithin(message.type, 64) ?? 'unknown'} without id, time or sender`)]
  if (message.type === 'system') return systemOf(objectOf(message.system) ?? {}, person, at)
  if (message.type === 'request_welcome') return [{ kind: 'joined', id, ...person, at }]
  const ref = textWithin(objectOf(message.context)?.id, 512) ?? textWithin(objectOf(message.reaction)?.message_id, 512)
  const token = payloadOf(message)
  const content = contentOfMessage(message)
  if (isActionToken(token))
    return [
      {
        kind: 'button_press',
        id,
        ...person,
        token,
        at,
        ...(content?.text === undefined ? {} : { text: content.text }),
        ref,
      },
    ]
  if (!content) return []
  return [{ kind: 'message', id, ...person, ...content, at, ...(ref === undefined ? {} : { repliesTo: ref }) }]
}

/** Returns the payload of the pressed button or list row. */
function payloadOf(message: JsonObject): string | undefined {
  const interactive = objectOf(message.interactive)
  const reply = objectOf(interactive?.button_reply) ?? objectOf(interactive?.list_reply)
  return textWithin(objectOf(message.button)?.payload, 1000) ?? textWithin(reply?.id, 1000)
}

/** Returns the sender of a message. A person who hides their phone number has an id instead. */
function personOf(message: JsonObject, people: JsonObject[]): Person | undefined {
  const from = textWithin(message.from, 255) ?? textWithin(message.from_user_id, 255)
  if (from === undefined) return undefined
  const contact =
    people.find(({ wa_id, user_id }) => wa_id === from || user_id === from) ??
    (people.length === 1 ? people[0] : undefined)
  const name = textWithin(objectOf(contact?.profile)?.name, 255)
  return { address: addressOf(from), ...(name === undefined ? {} : { name }) }
}

/**
 * Reads a system message. Returns an event if a phone number changed. Ignores other system messages, such as a
 * reinstalled app.
 */
function systemOf(system: JsonObject, person: Person, at: Date): SenderEvent['event'][] {
  const to = textWithin(system.wa_id, 255) ?? textWithin(system.new_wa_id, 255)
  if (!/changed_number/.test(textWithin(system.type, 64) ?? '') || to === undefined) return []
  return [{ kind: 'moved', from: person.address, to: addressOf(to), at }]
}

function describe(value: unknown): string {
  const error = graphErrorOf(value)
  return error ? `${codeText(error)} ${error.detail?.slice(0, 300) ?? ''}`.trim() : 'without a code'
}

function unreadable(detail: string): SenderEvent['event'] {
  return { kind: 'unreadable', detail }
}
