// Reads JSON from other systems, in which any field may be missing or have the wrong type.

export type JsonObject = Record<string, unknown>

/** Any value of a JSON document. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Returns true if the value is an object. Null and arrays are not objects here. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is an object. Returns an empty object for any other value. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the value if it is a string, and converts a number to a string. Returns undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** Returns the value if it is an array. Returns an empty array for any other value. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Returns the string, shortened to `limit` UTF-16 units and without characters that PostgreSQL cannot store. Returns
 * undefined for an empty string and for a value of another type.
 */
export function textWithin(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value.slice(0, limit).toWellFormed().replaceAll('\0', '\ufffd')
    : undefined
}
