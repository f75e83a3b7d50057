// Cutting a text to a length without cutting a character that a person sees.

let graphemes: Intl.Segmenter | undefined

/**
 * `text` on one line and in at most `limit` UTF-16 units, the strictest of the ways in which providers count; what is too
 * long ends in "…". Cuts between graphemes: a flag, a family or an accent stays whole or goes.
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
