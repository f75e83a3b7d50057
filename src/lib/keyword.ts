// A message as a keyword is compared with it: no case, no punctuation around it, one space between words.

/** Empty when nothing but punctuation is left; an emoji stays. */
export function keywordOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\p{P}\p{Z}]+|[\p{P}\p{Z}]+$/gu, '')
}
