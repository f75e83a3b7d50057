// The placeholder {{preferences_url}}. A stored text contains a token of the real length that opens nothing. The real
// token replaces it when the message is composed, so that stored messages do not contain a valid link.
import { hash } from 'node:crypto'
import { brand } from '../../brand.ts'
import { replacedInLeaves } from '../../lib/text/mask.ts'

/** The number of characters of a token in a message. It has only digits and the letters a to f, which nothing escapes. */
export const TOKEN_LENGTH = 106

/** The name of the placeholder. A variable of the request with this name has priority. */
export const PREFERENCES_URL = 'preferences_url'

/** Stands for the token in stored texts. */
const PLACE = hash('sha512', 'the place of a link to preferences', 'hex').slice(0, TOKEN_LENGTH)

/** Returns the URL of a preference page. */
export function preferencesUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${brand.basePath}/${brand.segment}/preferences/${token}`
}

/** Returns the variables with the URL that stands for the link. */
export function withPreferencesPlace(vars: Record<string, string>, publicUrl: string): Record<string, string> {
  return { [PREFERENCES_URL]: preferencesUrl(publicUrl, PLACE), ...vars }
}

interface Texts {
  subject?: string | undefined
  body: string
  own?: unknown
}

/** Returns whether a text of the template contains the name of the placeholder. Reads the texts, and copies nothing. */
export function namesPreferencesUrl({ subject = '', body, own }: Texts): boolean {
  return contains([subject, body, own], PREFERENCES_URL)
}

/** Returns whether a text of the message, or its layout, contains the link. */
export function needsPreferencesLink({ subject = '', body, own }: Texts): boolean {
  return contains([subject, body, own], PLACE) || contains(own, PREFERENCES_URL)
}

/** Returns whether a string in the value contains the text. */
function contains(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text)
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => contains(inner, text))
}

/** Returns the content with the real token. */
export function withPreferencesToken<Content extends object>(content: Content, token: string): Content {
  const replacements = new Map([[PLACE, token]])
  const replaced = Object.entries(content).map(([name, value]) => [name, replacedInLeaves(value, replacements)])
  return Object.assign({ ...content }, Object.fromEntries(replaced))
}
