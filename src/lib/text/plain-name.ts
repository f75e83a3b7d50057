// Names that people chose, made harmless for a mail that we send: no client turns a part of them into a link.

const LONGEST = 80
/** What makes an address of a text: dots of every script that IDNA takes for one, slashes, colons, the at sign. */
const JOINT = /([.\u3002\uff0e\uff61\u2024:\uff1a/\uff0f\u2044\u2215\\@\uff20])(?=\S)/gu

/**
 * Returns the name on one line, at most 80 characters, without control and formatting characters, and with a space after
 * everything that could join words to an address: `evil.example/win` becomes `evil. example/ win`.
 */
export function plainName(name: string): string {
  const line = name.replace(/\p{C}+|\s+/gu, ' ').trim()
  const short = Array.from(line).slice(0, LONGEST).join('')
  return short.replace(JOINT, '$1 ')
}
