// Reads JSON from outside, in which any field may be missing or have a wrong type.

export type JsonObject = Record<string, unknown>

/** Returns whether a value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the object, or an empty object for any other value. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns a string, or a number as a string. Undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** Returns the array, or an empty array for any other value. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a string cut to `limit` UTF-16 units. Undefined for an empty string and any other value. */
export function textWithin(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, limit).toWellFormed() : undefined
}
