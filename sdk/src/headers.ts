// Headers as frameworks hand them over: an object of Node's, or the Headers of the fetch standard.

export type HeadersGiven =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The value of a header, whatever its letters' case; undefined when it is missing or came more than once. */
export function headerOf(headers: HeadersGiven, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name) ?? undefined
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const value = values.length === 1 ? values[0]![1] : undefined
  return typeof value === 'string' ? value : undefined
}
