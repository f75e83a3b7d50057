// A template's content by language, as its row stores it.

/**
 * Content for one channel. `subject` and `body` replace the subject and the body of the locale. All other fields are
 * specific to the channel.
 */
export interface ChannelContent {
  subject?: string
  body?: string
  [own: string]: unknown
}

/** A template in one language. `body` applies to every channel that has no content in the template. */
export interface LocaleContent {
  subject?: string
  body: string
  channels?: Record<string, ChannelContent | undefined>
}

export type Locales = Record<string, LocaleContent>
