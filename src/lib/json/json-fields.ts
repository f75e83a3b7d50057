// Reading JSON that somebody else wrote: any field may be missing or of another kind than it should be.

export type JsonObject = Record<string, unknown>

/** Whether a value is an object with fields: null and arrays are not. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an object's fields; none when the value is no object. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** A string, or a number as one; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** The items of an array; none of anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text with something in it, cut to `limit` UTF-16 units. */
export function textWithin(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, limit).toWellFormed() : undefined
}
