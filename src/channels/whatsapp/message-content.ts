// Reads the text and the media of a WhatsApp message of any type.
import { itemsOf, type JsonObject, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { coordinatesOf } from '../coordinates.ts'
import type { InboundMedia } from '../inbound.ts'

export interface MessageContent {
  text?: string
  media?: InboundMedia[]
}

const LONGEST = 65_536
const FILES = ['image', 'video', 'audio', 'document', 'sticker']

/** Returns the content. Returns undefined for a message without content, such as a removed reaction. */
export function contentOfMessage(message: JsonObject): MessageContent | undefined {
  const type = textWithin(message.type, 64) ?? 'unknown'
  const part = objectOf(message[type]) ?? {}
  if (FILES.includes(type)) return fileOf(type, part)
  switch (type) {
    case 'text':
      return textContent(textWithin(part.body, LONGEST))
    case 'button':
      return textContent(textWithin(part.text, LONGEST))
    case 'interactive':
      return textContent(interactiveText(part))
    case 'reaction':
      return textWithin(part.emoji, 64) === undefined ? undefined : textContent(textWithin(part.emoji, 64))
    case 'location':
      return locationOf(part)
    case 'contacts':
      return { media: itemsOf(message.contacts).map((contact) => ({ type: 'contact', ref: contactName(contact) })) }
    default:
      // For orders, polls and unknown types of messages, show only the type in the conversation. These messages also
      // open the conversation window.
      return textContent(`[${type}]`)
  }
}

function textContent(text: string | undefined): MessageContent {
  return text === undefined ? {} : { text }
}

function fileOf(type: string, part: JsonObject): MessageContent {
  const text = textWithin(part.caption, LONGEST) ?? textWithin(part.filename, 255)
  const ref = textWithin(part.id, 512)
  return { ...textContent(text), ...(ref === undefined ? {} : { media: [{ type, ref }] }) }
}

function interactiveText(part: JsonObject): string | undefined {
  const reply = objectOf(part.button_reply) ?? objectOf(part.list_reply)
  const form = objectOf(part.nfm_reply)
  return textWithin(reply?.title, LONGEST) ?? textWithin(form?.body, LONGEST)
}

function locationOf({ name, address, latitude, longitude }: JsonObject): MessageContent {
  const text = [textWithin(name, 255), textWithin(address, 1000)].filter(Boolean).join(', ')
  const ref = coordinatesOf(latitude, longitude)
  return ref === undefined
    ? textContent(text || '[location]')
    : { ...textContent(text || undefined), media: [{ type: 'location', ref }] }
}

function contactName(contact: unknown): string {
  const { name, phones } = objectOf(contact) ?? {}
  const phone = textWithin(objectOf(itemsOf(phones)[0])?.phone, 64)
  return [textWithin(objectOf(name)?.formatted_name, 255), phone].filter(Boolean).join(' ') || 'contact'
}
