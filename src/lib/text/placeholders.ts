// `{{key}}` in texts: found in one pass, replaced by own values only, never expanded twice.
import { isObject } from '../json/json-fields.ts'
import { spotsOf, type TextSpot } from './text-places.ts'

const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g

/** Writes a value so that the language of the text around it takes it as text. */
export type Escape = (value: string) => string

/** Where a text stands inside a JSON value, and a placeholder inside the text. */
export interface TextPlace extends TextSpot {
  /** The name of its field. */
  key: string
  /** The object that has the field; empty for a text in a list. */
  holder: Readonly<Record<string, unknown>>
  /** The name of the field that has `holder`. */
  holderKey: string
}

/** Characters of values that may still be filled in; shared by all texts of one message and by their masked copies. */
export interface FillingBudget {
  readonly most: number
  left: number
  /** The text that a value did not fit into any more; texts are left as written from there on. */
  exceededAt?: string
  /** Characters that were read and written, for the one who divides work into turns. */
  worked: number
}

/** Values on their way into texts, with what all these texts share. */
export interface Filling {
  values: Readonly<Record<string, string>>
  budget: FillingBudget
  /** Names that were used and have no value. */
  missing: Set<string>
  /** What each escape made of each value, by name: a long value may stand in thousands of texts. */
  escaped: Map<Escape, Map<string, string>>
}

export function createBudget(most: number): FillingBudget {
  return { most, left: most, worked: 0 }
}

export function createFilling(values: Readonly<Record<string, string>>, budget: FillingBudget): Filling {
  return { values, budget, missing: new Set(), escaped: new Map() }
}

/**
 * The text with each placeholder replaced by its value. A name without a value stays as written and is added to
 * `missing`. Values are data: one that looks like a placeholder is not expanded; `escapeAt` says how a value is written so
 * that the text's own language takes it as data too. `at` names the text where a value exceeds the budget. A value counts at
 * least as many characters as its placeholder has, so that the budget bounds the number of placeholders too.
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
    // A value is escaped only if it fits as it is: what escaping takes is bounded by the budget too.
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

/** Returns the escape for each place of the text. Most texts have one kind of place, and may have thousands of placeholders. */
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

/** Where the walk through a JSON value is. */
interface WalkPosition extends Omit<TextPlace, keyof TextSpot> {
  /** The dotted path, as in `blocks.0.text`. */
  path: string
}

const ROOT: WalkPosition = { key: '', holder: {}, holderKey: '', path: '' }

/** Counted as work for each value, whatever it holds. */
const WORK_PER_VALUE = 20

/** The same for every string inside a JSON value; keys are left alone. Texts are named by their dotted path. */
export function fillPlaceholdersDeep<T>(
  filling: Filling,
  value: T,
  escapeAt?: (place: TextPlace) => Escape | undefined,
): T {
  // Texts stay texts and everything else stays as it is, which no type can follow.
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

/** Every name that stands in a text of a JSON value, in the order they first appear. */
export function placeholdersIn(value: unknown): string[] {
  const filling = createFilling({}, createBudget(Number.POSITIVE_INFINITY))
  fillPlaceholdersDeep(filling, value)
  return [...filling.missing]
}
