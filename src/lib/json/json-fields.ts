// Reading JSON that somebody else wrote: any field may be missing or of another kind than it should be.

/** An object's fields; none when it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A string, or a number as one; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export type JsonObject = Record<string, unknown>

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The items of an array; none of anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text with something in it, cut to `limit` UTF-16 units. */
export function textWithin(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, limit).toWellFormed() : undefined
}
