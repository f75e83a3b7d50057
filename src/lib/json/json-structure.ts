// Checks the structure limits on the bytes of JSON text, so that a body full of brackets is refused unparsed.

export interface StructureLimits {
  /** Values at all depths, the outermost one excluded. */
  values: number
  /** Levels of nested arrays and objects. */
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
 * Returns the limit that the text exceeds, or undefined. Reads each byte once, stops at the limit, and allocates
 * nothing. For valid JSON the count is exact, except that a repeated key counts each time. For other text the result is
 * arbitrary.
 */
export function exceededStructure(bytes: Uint8Array, limits: StructureLimits): keyof StructureLimits | undefined {
  // Each value except the outermost takes at least two bytes: its first byte, and a comma or bracket before it.
  if (bytes.length <= Math.min(limits.values, limits.depth) * 2) return undefined
  let values = 0
  let depth = 0
  let isEmpty = false
  for (let at = 0; at < bytes.length; at++) {
    // `at` is always a valid index. A default value instead of `!` would cost time for each byte.
    const byte = bytes[at]!
    // White space inside brackets does not count as a value.
    if (byte <= SPACE) continue
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1)
    } else if (byte === COMMA) {
      values++
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      // Counts the first member; an empty container subtracts it again.
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

/** Returns the index of the quote that closes the string whose content starts at `at`, or the length of the text. */
function endOfString(bytes: Uint8Array, at: number): number {
  for (let place = at; place < bytes.length; place++) {
    if (bytes[place] === QUOTE) return place
    if (bytes[place] === BACKSLASH) place++
  }
  return bytes.length
}
