// A message as a keyword is compared with it: no case, no punctuation around it, one space between words.

/** Empty when nothing but punctuation is left; an emoji stays. */
export function keywordOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  return INSIDE_PUNCTUATION.exec(words)?.[0] ?? ''
}

/** From the first character that is neither punctuation nor a space to the last one. It matches at its first start, so it is linear. */
const INSIDE_PUNCTUATION = /[^\p{P}\p{Z}](?:.*[^\p{P}\p{Z}])?/su
