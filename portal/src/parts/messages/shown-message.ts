// A composed message as the API gives it, for the test inbox and for previews: what every drawing of one is given.
import type { ChannelName } from '../delivery-words.tsx'

export interface ShownAction {
  slug: string
  label: string
  /** Missing for viewers: the link acts for the recipient. */
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
  /** Email: the part with markup. */
  html?: string
  /** Email: missing for viewers, as the addresses of buttons are. */
  unsubscribe_url?: string
  /** Push: as the device gets it. */
  notification?: { title: string; body: string; icon?: string; image?: string }
}

export interface DrawingProps {
  message: ShownMessage
  /** Who it comes from: the workspace as its recipients know it. */
  sender: string
  /** Nothing in it can be clicked: a preview. */
  still: boolean
}

/** The API answers a message as an open object. */
export function shownMessage(message: Record<string, unknown>): ShownMessage {
  return message as unknown as ShownMessage
}

type Fields = Record<string, unknown>

/** The objects of a list inside the channel's own content; templates hold whatever somebody wrote. */
export function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A web address, or nothing: other schemes are not for clicking. */
export function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined
}

/** Stands in an address for a part that viewers do not see. */
const MASK = '••••'

/** The address as a text, when it leads nowhere because a part of it is hidden from viewers. */
export function maskedAddress(address: string): string | undefined {
  const readable = address.replaceAll(encodeURIComponent(MASK), MASK)
  return readable.includes(MASK) ? readable : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
