// Masks values that a reader is not allowed to see.

/** The text that replaces a masked value. */
export const MASK = '••••'

/** Masks the query and the fragment of a URL, because they may contain codes and keys. */
export function maskedUrl(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : `${url.slice(0, end)}?${MASK}`
}

/**
 * In all strings of a JSON value, replaces each key of `replacements` by its value. Does not change the structure and
 * the field names.
 */
export function replacedInLeaves(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return [...replacements].reduce((text, [found, replacement]) => text.replaceAll(found, () => replacement), value)
  if (Array.isArray(value)) return value.map((item) => replacedInLeaves(item, replacements))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replacedInLeaves(item, replacements)]))
}

/** Masks all strings, numbers and booleans of a JSON value. Does not change the structure and the field names. */
export function maskedLeaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedLeaves)
  if (value === null || typeof value !== 'object') return value === null ? null : MASK
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskedLeaves(item)]))
}

/** Masks all values in the `payload` fields of the body of a callback or an event. */
export function maskedPayloads(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedPayloads)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'payload' ? maskedLeaves(item) : maskedPayloads(item)]),
  )
}

/**
 * Replaces the strings in the named fields of a JSON value, at any depth. `masked` returns the replacement of a string.
 */
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
