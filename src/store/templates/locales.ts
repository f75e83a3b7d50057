// The content of a template by language, as the database stores it.

/**
 * Content for one channel. Its `subject` and `body` replace those of the locale. All other fields exist only on this
 * channel.
 */
export interface ChannelContent {
  subject?: string
  body?: string
  [own: string]: unknown
}

/**
 * The content of a template in one language. `body` is used for every channel that has no separate content in the
 * template.
 */
export interface LocaleContent {
  subject?: string
  body: string
  channels?: Record<string, ChannelContent | undefined>
}

export type Locales = Record<string, LocaleContent>
