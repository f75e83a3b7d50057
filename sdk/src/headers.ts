// Reads headers in the two forms that frameworks use: the headers object of Node, or a `Headers` object of the fetch
// standard.

export type HeadersGiven =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/**
 * Returns the value of a header, whose name may be in upper or lower case. Returns undefined if the header is missing
 * or repeated.
 */
export function headerOf(headers: HeadersGiven, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name) ?? undefined
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const value = values.length === 1 ? values[0]![1] : undefined
  return typeof value === 'string' ? value : undefined
}
