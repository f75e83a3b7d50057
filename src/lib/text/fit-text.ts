// Truncates text without splitting a visible character.

let graphemes: Intl.Segmenter | undefined

/**
 * Returns the text on one line, with at most `limit` UTF-16 units. Providers count characters in different units, and
 * UTF-16 units give the highest count. A truncated text ends with "…". The cut is between graphemes, so flags, family
 * emoji and accented letters are not split.
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
