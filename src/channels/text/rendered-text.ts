// The type of a message's text after the placeholders are filled.

export interface RenderedText {
  subject?: string
  body: string
  /** The channel-specific content of the template, such as Discord's embeds, with filled placeholders. */
  own?: Record<string, unknown>
}
