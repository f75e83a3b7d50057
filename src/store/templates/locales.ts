// A template's content by language, as its row stores it.

/** Content for one channel: `subject` and `body` replace the locale's, everything else is the channel's own. */
export interface ChannelContent {
  subject?: string
  body?: string
  [own: string]: unknown
}

/** A template in one language; `body` serves every channel that has no content of its own. */
export interface LocaleContent {
  subject?: string
  body: string
  channels?: Record<string, ChannelContent | undefined>
}

export type Locales = Record<string, LocaleContent>
