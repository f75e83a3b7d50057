// Masks values that a reader must not see.

/** The text that replaces a hidden value. */
export const MASK = '••••'

/** Masks the query and the fragment of a URL, which may contain codes and keys. */
export function maskedUrl(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : `${url.slice(0, end)}?${MASK}`
}

/**
 * Replaces each key of `replacements` by its value, in all strings of a JSON value. Keeps the structure and the field
 * names.
 */
export function replacedInLeaves(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return [...replacements].reduce((text, [found, replacement]) => text.replaceAll(found, () => replacement), value)
  if (Array.isArray(value)) return value.map((item) => replacedInLeaves(item, replacements))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replacedInLeaves(item, replacements)]))
}

/** Masks all strings, numbers and booleans of a JSON value. Keeps the structure and the field names. */
export function maskedLeaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedLeaves)
  if (value === null || typeof value !== 'object') return value === null ? null : MASK
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskedLeaves(item)]))
}

/** Masks all values in the `payload` fields of a callback's or an event's body. */
export function maskedPayloads(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedPayloads)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'payload' ? maskedLeaves(item) : maskedPayloads(item)]),
  )
}

/** Replaces each string in the named fields of a JSON value, at any depth. `masked` returns the replacement. */
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
