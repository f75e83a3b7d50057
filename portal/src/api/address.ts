// The addresses of the API's operations.

export const BASE = '/v1'

export interface AddressParts {
  path?: Record<string, unknown>
  query?: Record<string, string | number | boolean | undefined>
}

export function addressOf(path: string, { path: places = {}, query = {} }: AddressParts): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? address : `${address}?${search}`
}
