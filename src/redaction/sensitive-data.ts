// Masks values of a message's `data`. The name of a sensitive value is its path, such as `data.order.code`.
import { isObject, type JsonValue } from '../lib/json/json-fields.ts'
import { MASK } from '../lib/text/mask.ts'

const ROOT = 'data'

/** Returns whether the name is a path in `data`. */
export function isDataPath(name: string): boolean {
  return name === ROOT || name.startsWith(`${ROOT}.`)
}

/**
 * Returns the data with a mask in place of each value at one of the paths. A path through a list concerns all items of
 * the list. Values below a path are masked too.
 */
export function maskedData(data: JsonValue, names: readonly string[]): JsonValue {
  return changedAt(data, pathsOf(names), maskedValue)
}

/** Returns the strings and numbers at the paths. */
export function sensitiveLeaves(data: JsonValue, names: readonly string[]): string[] {
  const found: string[] = []
  changedAt(data, pathsOf(names), (value) => {
    collectLeaves(value, found)
    return value
  })
  return found
}

function pathsOf(names: readonly string[]): string[][] {
  return names.filter(isDataPath).map((name) => name.split('.').slice(1))
}

function changedAt(value: JsonValue, paths: string[][], change: (value: JsonValue) => JsonValue): JsonValue {
  if (paths.length === 0) return value
  if (paths.some((path) => path.length === 0)) return change(value)
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      // An item may be named by its index, or by the path through the list.
      const named = paths.flatMap(([name, ...rest]) => (name === String(index) ? [rest] : []))
      return changedAt(item, [...paths, ...named], change)
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      changedAt(
        item,
        paths.flatMap(([name, ...rest]) => (name === key ? [rest] : [])),
        change,
      ),
    ]),
  )
}

function maskedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(maskedValue)
  if (value === null) return null
  if (typeof value !== 'object') return MASK
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedValue(item)]))
}

function collectLeaves(value: JsonValue, found: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectLeaves(item, found)
}
