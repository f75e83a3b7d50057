// Parts of JSON that nobody has checked: each is read as what it should be, or as nothing.

export type JsonObject = Record<string, unknown>

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** An object's fields; none of anything else. */
export function fieldsOf(value: unknown): JsonObject {
  return objectOf(value) ?? {}
}

/** A text, or a number as one; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The items of an array; none of anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text with something in it, in at most `limit` UTF-16 units. */
export function textOf(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, limit).toWellFormed() : undefined
}
