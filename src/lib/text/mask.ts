// A mask in place of values that a reader must not see.

/** Stands for a hidden value. */
export const MASK = '••••'

/** The URL with a mask in place of its query and fragment, which may hold codes and keys. */
export function maskedUrl(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : `${url.slice(0, end)}?${MASK}`
}

/** A JSON value in whose strings every key of `replacements` gives way to its value; its shape and the names of its fields stay. */
export function replacedInLeaves(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return [...replacements].reduce((text, [found, replacement]) => text.replaceAll(found, () => replacement), value)
  if (Array.isArray(value)) return value.map((item) => replacedInLeaves(item, replacements))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replacedInLeaves(item, replacements)]))
}

/** A JSON value whose strings, numbers and booleans are masked; its shape and the names of its fields stay. */
export function maskedLeaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedLeaves)
  if (value === null || typeof value !== 'object') return value === null ? null : MASK
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskedLeaves(item)]))
}

/** The body of a callback or an event with a mask for every value of every `payload` in it. */
export function maskedPayloads(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedPayloads)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'payload' ? maskedLeaves(item) : maskedPayloads(item)]),
  )
}

/** A JSON value in which every text in a field of these names, at any depth, gives way to what `masked` returns for it. */
export function maskedFields(value: unknown, fields: readonly string[], masked: (text: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => maskedFields(item, fields, masked))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && fields.includes(name) ? masked(item) : maskedFields(item, fields, masked),
    ]),
  )
}
