// The types of a message's values, and of its text after the values are filled in.
import type { JsonValue } from '../../lib/json/json-fields.ts'

/** The values of the request. */
export interface MessageValues {
  vars: Record<string, string>
  /** The values of a Liquid template, if the request has them. */
  data?: JsonValue
}

export interface RenderedText {
  subject?: string
  body: string
  /** The channel-specific content of the template, such as Discord's embeds, with filled placeholders. */
  own?: Record<string, unknown>
}
