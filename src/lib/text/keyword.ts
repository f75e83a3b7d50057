// Converts messages and keywords to the form in which they are compared: lower case, single spaces, and no punctuation
// at the beginning and the end.

/**
 * Returns the form of the text that is used in comparisons. If a text contains only punctuation, the result is empty.
 * Emoji are not punctuation.
 */
export function keywordOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  return INSIDE_PUNCTUATION.exec(words)?.[0] ?? ''
}

/**
 * Matches from the first to the last character that is neither punctuation nor a space. The time is linear: the pattern
 * always matches at the first such character, so the search never starts at a later character.
 */
const INSIDE_PUNCTUATION = /[^\p{P}\p{Z}](?:.*[^\p{P}\p{Z}])?/su
