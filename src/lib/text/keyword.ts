// The form in which messages are compared with keywords: lower case, single spaces, no surrounding punctuation.

/** Returns the text in this form. It is empty if the text has only punctuation; emoji are kept. */
export function keywordOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  return INSIDE_PUNCTUATION.exec(words)?.[0] ?? ''
}

/**
 * Matches from the first to the last character that is neither punctuation nor a space. It succeeds at its first
 * candidate, so it takes linear time.
 */
const INSIDE_PUNCTUATION = /[^\p{P}\p{Z}](?:.*[^\p{P}\p{Z}])?/su
