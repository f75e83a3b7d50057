// Makes names from users safe for emails: no mail client converts a part of such a name to a link.

const LONGEST = 80
/** Matches characters that can make a text a link: every dot that IDNA accepts, slashes, colons and at signs. */
const JOINT = /([.\u3002\uff0e\uff61\u2024:\uff1a/\uff0f\u2044\u2215\\@\uff20])(?=\S)/gu

/**
 * Returns the name on one line with at most 80 characters. Removes control and formatting characters. Inserts a space
 * after each character that could create a link: `evil.example/win` becomes `evil. example/ win`.
 */
export function plainName(name: string): string {
  const line = name.replace(/\p{C}+|\s+/gu, ' ').trim()
  const short = Array.from(line).slice(0, LONGEST).join('')
  return short.replace(JOINT, '$1 ')
}
