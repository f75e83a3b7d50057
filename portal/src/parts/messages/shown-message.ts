// Converts a rendered message of the API to the format that the components of all channels use.
import type { ChannelName } from '../delivery-words.tsx'

export interface ShownAction {
  slug: string
  label: string
  /**
   * The URL of the action. It is missing for viewers, because a request to this URL uses the action of the recipient.
   */
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
  /** The HTML part of an email. */
  html?: string
  /** The unsubscribe URL of an email. It is missing for viewers, like the URLs of buttons. */
  unsubscribe_url?: string
  /** The whole text of an SMS, with the links of its buttons. */
  text?: string
  /** The size of an SMS. */
  segments?: { encoding: string; units: number; segments: number }
  /** The notification that a device shows for a push message. */
  notification?: { title: string; body: string; icon?: string; image?: string }
}

/** How the preview of an unsent email is shown. */
export interface EmailView {
  width: 'phone' | 'desktop'
  isDark: boolean
  /** If false, the frame loads nothing from the network. */
  loadsImages: boolean
}

export interface DrawingProps {
  message: ShownMessage
  /** The sender that recipients see: the name of the workspace. */
  sender: string
  /** True in a preview. Buttons and links are then inactive. */
  still: boolean
  /** How the preview of an email is shown. */
  view?: EmailView | undefined
}

/** Converts a message of the API. The fields of this message depend on the channel. */
export function shownMessage(message: Record<string, unknown>): ShownMessage {
  return message as unknown as ShownMessage
}

type Fields = Record<string, unknown>

/**
 * Returns the objects in a list of channel-specific content. Templates can contain any JSON, so other entries are
 * ignored.
 */
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

/** Returns a URL as text if a part of it is masked. Otherwise returns undefined. */
export function maskedAddress(address: string): string | undefined {
  const readable = address.replaceAll(encodeURIComponent(MASK), MASK)
  return readable.includes(MASK) ? readable : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
