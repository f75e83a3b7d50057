// Replaces `{{key}}` placeholders in texts in one pass. A placeholder in an inserted value is not replaced.
import { isObject } from '../json/json-fields.ts'
import { spotsOf, type TextSpot } from './text-places.ts'

const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g

/** Escapes a value, so that the format of the text around it treats the value as plain text. */
export type Escape = (value: string) => string

/** The position of a text in a JSON value, and the position of a placeholder in this text. */
export interface TextPlace extends TextSpot {
  /** The name of the field that contains the text. */
  key: string
  /** The object that contains the field. An empty object if the text is in a list. */
  holder: Readonly<Record<string, unknown>>
  /** The name of the field that contains `holder`. */
  holderKey: string
}

/**
 * The number of characters that values may still add to the texts of a message. All texts of the message, and their
 * masked copies, share this budget.
 */
export interface FillingBudget {
  readonly most: number
  left: number
  /** The name of the text in which a value exceeded the budget. After that value, no placeholder is replaced. */
  exceededAt?: string
  /** The number of characters that were read and written. Callers use it to split work into turns of the event loop. */
  worked: number
}

/** The values for placeholders, and the state that all texts of a message share. */
export interface Filling {
  values: Readonly<Record<string, string>>
  budget: FillingBudget
  /** Names of placeholders that were used and have no value. */
  missing: Set<string>
  /**
   * Escaped values, by escape function and name. They are cached, because thousands of texts may contain the same long
   * value.
   */
  escaped: Map<Escape, Map<string, string>>
}

export function createBudget(most: number): FillingBudget {
  return { most, left: most, worked: 0 }
}

export function createFilling(values: Readonly<Record<string, string>>, budget: FillingBudget): Filling {
  return { values, budget, missing: new Set(), escaped: new Map() }
}

/**
 * Returns the text with each placeholder replaced by its value.
 * - A placeholder without a value stays unchanged, and its name is added to `missing`.
 * - A placeholder in an inserted value is not replaced.
 * - `escapeAt` returns the escape function for a position in the text.
 * - `at` is the name of the text. If a value exceeds the budget, `exceededAt` becomes this name.
 * - A value that is shorter than its placeholder uses as much of the budget as the placeholder, so that the budget also
 *   limits the number of placeholders.
 */
export function fillPlaceholders(
  filling: Filling,
  text: string,
  at = 'text',
  escapeAt?: (spot: TextSpot) => Escape | undefined,
): string {
  const { values, budget, missing } = filling
  budget.worked += text.length
  if (budget.exceededAt !== undefined || !text.includes('{{')) return text
  const escapeFor = escapeAt && escapesIn(text, escapeAt)
  return text.replace(PLACEHOLDER, (whole, name: string, place: number) => {
    if (budget.exceededAt !== undefined) return whole
    const ownValue = Object.hasOwn(values, name) ? values[name] : undefined
    if (ownValue === undefined) missing.add(name)
    let value = ownValue ?? whole
    // Escape a value only if it fits into the budget without escapes, so that the budget also limits the work of
    // escaping.
    if (ownValue !== undefined && ownValue.length <= budget.left) {
      const write = escapeFor?.(place)
      if (write) value = escapedOnce(filling, write, name, ownValue)
    }
    const counted = Math.max(value.length, whole.length)
    if (counted > budget.left) {
      budget.exceededAt = at
      return whole
    }
    budget.left -= counted
    budget.worked += counted
    return value
  })
}

/**
 * Returns the escape function for a position. Caches the functions, because a text may have thousands of placeholders.
 */
function escapesIn(text: string, escapeAt: (spot: TextSpot) => Escape | undefined) {
  const spotAt = spotsOf(text)
  const known = new Map<TextSpot, Escape | undefined>()
  return (place: number): Escape | undefined => {
    const spot = spotAt(place)
    if (!known.has(spot)) known.set(spot, escapeAt(spot))
    return known.get(spot)
  }
}

function escapedOnce({ escaped }: Filling, write: Escape, name: string, value: string): string {
  const byName = escaped.get(write) ?? new Map<string, string>()
  if (byName.size === 0) escaped.set(write, byName)
  const known = byName.get(name)
  if (known !== undefined) return known
  const written = write(value)
  byName.set(name, written)
  return written
}

/** The position of the text that is currently visited. All texts of a JSON value are visited one after the other. */
interface WalkPosition extends Omit<TextPlace, keyof TextSpot> {
  /** The dotted path of the text, such as `blocks.0.text`. */
  path: string
}

const ROOT: WalkPosition = { key: '', holder: {}, holderKey: '', path: '' }

/** The work to visit one JSON value counts as much as the work to read or write this number of characters. */
const WORK_PER_VALUE = 20

/**
 * Replaces the placeholders in every string of a JSON value. Does not change keys. The name of a text is its dotted
 * path.
 */
export function fillPlaceholdersDeep<T>(
  filling: Filling,
  value: T,
  escapeAt?: (place: TextPlace) => Escape | undefined,
): T {
  // Strings stay strings, and other values do not change. The types of TypeScript cannot express this.
  return filledDeep(filling, value, escapeAt, ROOT) as T
}

function filledDeep(
  filling: Filling,
  value: unknown,
  escapeAt: ((place: TextPlace) => Escape | undefined) | undefined,
  step: WalkPosition,
): unknown {
  filling.budget.worked += WORK_PER_VALUE
  if (typeof value === 'string') {
    const { path, ...place } = step
    return fillPlaceholders(filling, value, path, escapeAt && ((spot) => escapeAt({ ...place, ...spot })))
  }
  const below = (name: string | number) => (step.path === '' ? String(name) : `${step.path}.${name}`)
  if (Array.isArray(value)) {
    return value.map((item, index) => filledDeep(filling, item, escapeAt, { ...step, path: below(index) }))
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    filledDeep(filling, item, escapeAt, { key, holder: value, holderKey: step.key, path: below(key) }),
  ])
  return Object.fromEntries(entries)
}

/** Returns the names of all placeholders in a JSON value, in the order in which they first occur. */
export function placeholdersIn(value: unknown): string[] {
  const names = new Set<string>()
  addPlaceholders(names, value)
  return [...names]
}

function addPlaceholders(names: Set<string>, value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('{{')) for (const [, name = ''] of value.matchAll(PLACEHOLDER)) names.add(name)
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) addPlaceholders(names, item)
}
