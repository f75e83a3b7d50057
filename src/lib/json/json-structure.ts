// Checks the bytes of a JSON text against the limits on its structure. The check runs before the text is parsed, so a
// body with too many brackets is refused quickly.

export interface StructureLimits {
  /** Maximum number of values at all depths. The outermost value does not count. */
  values: number
  /** Maximum number of levels of nested arrays and objects. */
  depth: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const SPACE = 0x20
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts the values and the levels of a JSON text. Returns the limit that the text exceeds, or undefined. Reads each
 * byte at most once, stops at the limit, and allocates no memory. For valid JSON, the counts are exact, except that
 * each occurrence of a repeated key counts. For invalid JSON, the result has no meaning.
 */
export function exceededStructure(bytes: Uint8Array, limits: StructureLimits): keyof StructureLimits | undefined {
  // The shortest value is one byte and needs a comma or bracket before it. A text therefore has at most one value for
  // every two bytes, in addition to the outermost value.
  if (bytes.length <= Math.min(limits.values, limits.depth) * 2) return undefined
  let values = 0
  let depth = 0
  let isEmpty = false
  for (let at = 0; at < bytes.length; at++) {
    // `at` is always a valid index, so `!` is correct. A check or a default value instead of `!` would cost time for
    // each byte.
    const byte = bytes[at]!
    // White space in brackets is not a value.
    if (byte <= SPACE) continue
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1)
    } else if (byte === COMMA) {
      values++
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      // Count the first member here. If the container is empty, this member is subtracted again.
      values++
      depth++
      if (depth > limits.depth) return 'depth'
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (isEmpty) values--
      depth--
    }
    isEmpty = byte === OPEN_ARRAY || byte === OPEN_OBJECT
    if (values > limits.values && (!isEmpty || values > limits.values + 1)) return 'values'
  }
  return undefined
}

/**
 * Returns the index of the quotation mark that ends a string, or the length of the text if there is none. The content
 * of the string starts at `at`.
 */
function endOfString(bytes: Uint8Array, at: number): number {
  for (let place = at; place < bytes.length; place++) {
    if (bytes[place] === QUOTE) return place
    if (bytes[place] === BACKSLASH) place++
  }
  return bytes.length
}
