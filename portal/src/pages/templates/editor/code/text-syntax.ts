// The syntaxes of the text editor, and the place of a problem in a text.

/**
 * `placeholders`: plain text or Markdown with placeholders. `html`: HTML or MJML with placeholders. `liquid`: any text
 * with Liquid.
 */
export type Syntax = 'placeholders' | 'html' | 'liquid'

/** An error or warning of a text. A problem without a line belongs to the whole text. */
export interface TextProblem {
  message: string
  /** The number of the line, from 1. */
  line?: number | undefined
  /** The number of the character in its line, from 1. */
  column?: number | undefined
  severity: 'error' | 'warning'
}

/** The scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'])

/** Returns the direction in which texts of a locale are written. Returns `ltr` for an unknown locale. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(locale.replaceAll('_', '-')).maximize()
    return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}
