// Counts the segments of an SMS text. A text is sent in the 7-bit alphabet of GSM (3GPP TS 23.038) if this alphabet has
// all of its characters, and otherwise in UCS-2.
import type { Segments } from '../text/segments.ts'

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These characters take two septets in GSM-7: an escape and a character. */
const EXTENSION = new Set('\f^{}\\[~]|€')

/**
 * The maximum number of units of a text that fits into one segment (`single`), and of each segment of a longer text
 * (`part`).
 */
const SIZES = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const

/** Counts the segments of a text. A character is never divided between two segments. */
export function segmentsOf(text: string): Segments {
  const sizes = septetsOf(text)
  const encoding = sizes ? 'GSM-7' : 'UCS-2'
  const units = sizes ?? Array.from(text, (character) => character.length)
  const total = units.reduce((sum, size) => sum + size, 0)
  const { single, part } = SIZES[encoding]
  const segments = total === 0 ? 0 : total <= single ? 1 : partsOf(units, part)
  return { encoding, units: total, segments }
}

/** Returns the septets of each character, or undefined if GSM-7 lacks a character. */
function septetsOf(text: string): number[] | undefined {
  const sizes: number[] = []
  for (const character of text) {
    if (BASIC.has(character)) sizes.push(1)
    else if (EXTENSION.has(character)) sizes.push(2)
    else return undefined
  }
  return sizes
}

function partsOf(sizes: number[], part: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      parts++
      used = 0
    }
    used += size
  }
  return parts
}
