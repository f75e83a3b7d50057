// The types of a message's values, and of its text after the values are filled in.
import type { JsonValue } from '../../lib/json/json-fields.ts'

/** The values of the request. */
export interface MessageValues {
  vars: Record<string, string>
  /** The values of a Liquid template, if the request has them. */
  data?: JsonValue
  /** The messages over which the template of a digest rendered. A resend renders over the same messages. */
  items?: StoredItems
  /** Present if the delivery is a digest. */
  digest?: { key: string }
}

/** The variables and data of one message of a digest. */
export interface DigestItem {
  vars: Record<string, string>
  data?: JsonValue
}

/** The messages of a digest. The list has the first of them, and `count` is the number of all. */
export interface StoredItems {
  list: DigestItem[]
  count: number
}

export interface RenderedText {
  subject?: string
  body: string
  /** The channel-specific content of the template, such as Discord's embeds, with filled placeholders. */
  own?: Record<string, unknown>
}
