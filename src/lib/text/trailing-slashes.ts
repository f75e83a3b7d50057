// Removes trailing slashes from base URLs.

/** Removes trailing slashes in linear time. `/\/+$/` takes quadratic time on a long run of slashes inside the text. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
