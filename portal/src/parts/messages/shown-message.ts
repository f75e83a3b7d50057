// A rendered message of the API, as the components of all channels receive it.
import type { ChannelName } from '../delivery-words.tsx'

export interface ShownAction {
  slug: string
  label: string
  /** Missing for viewers, because opening the link acts for the recipient. */
  url?: string
}

export interface ShownMessage {
  channel: ChannelName
  address?: string
  recipient_name?: string
  subject?: string
  body: string
  own?: Record<string, unknown>
  actions?: ShownAction[]
  media?: { url: string; type: 'image' | 'document' | 'video'; filename?: string; caption?: string }
  attachments?: { filename: string; mime_type?: string; url?: string; size?: number }[]
  /** Email: the HTML part. */
  html?: string
  /** Email: missing for viewers, like the URLs of buttons. */
  unsubscribe_url?: string
  /** Push: the notification of the device. */
  notification?: { title: string; body: string; icon?: string; image?: string }
}

export interface DrawingProps {
  message: ShownMessage
  /** The name of the workspace that recipients see. */
  sender: string
  /** A preview, in which buttons and links are inactive. */
  still: boolean
}

/** Converts a message of the API, which is an open object. */
export function shownMessage(message: Record<string, unknown>): ShownMessage {
  return message as unknown as ShownMessage
}

type Fields = Record<string, unknown>

/** Returns the objects of a list in channel-specific content. Templates can contain any JSON. */
export function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns an http or https URL, or undefined for other schemes. */
export function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined
}

/** The text that replaces the hidden part of a URL for viewers. */
const MASK = '••••'

/** Returns a URL with a masked part, which is shown as text. */
export function maskedAddress(address: string): string | undefined {
  const readable = address.replaceAll(encodeURIComponent(MASK), MASK)
  return readable.includes(MASK) ? readable : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
