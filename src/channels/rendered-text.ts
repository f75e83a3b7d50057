// The text of a message with its placeholders filled.

export interface RenderedText {
  subject?: string
  body: string
  /** The template's content for this channel alone (such as discord's embeds), placeholders filled. */
  own?: Record<string, unknown>
}
