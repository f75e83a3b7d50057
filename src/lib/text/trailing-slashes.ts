// Removes trailing slashes from base URLs.

/**
 * Removes trailing slashes in linear time. The expression `/\/+$/` takes quadratic time if the text contains a long run
 * of slashes that is not at its end.
 */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
