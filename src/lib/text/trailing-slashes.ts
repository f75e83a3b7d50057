// Base addresses without the slashes at their end.

/** Returns `text` without the slashes at its end, in linear time: `/\\/+$/` tries every run of slashes again from each of its characters. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
