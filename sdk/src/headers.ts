// Reads headers from both forms that frameworks use: Node's object of headers, or the Headers of the fetch standard.

export type HeadersGiven =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** Returns the value of a header, regardless of case, or undefined if it is missing or repeated. */
export function headerOf(headers: HeadersGiven, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name) ?? undefined
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const value = values.length === 1 ? values[0]![1] : undefined
  return typeof value === 'string' ? value : undefined
}
