// Truncates text without splitting a visible character.

let graphemes: Intl.Segmenter | undefined

/**
 * Returns the text on one line and in at most `limit` UTF-16 units, the strictest way in which providers count. A
 * truncated text ends with "…". Truncates between graphemes, so flags, family emoji and accented letters are not split.
 */
export function fitText(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let shortened = ''
  for (const { segment } of graphemes.segment(line)) {
    if (shortened.length + segment.length > limit - 1) break
    shortened += segment
  }
  return `${shortened.trimEnd()}…`
}
