// The values that the template of a digest gets: the items, and their number. A preview and a test message get the same
// values from sample items.
import type { DigestItem, StoredItems } from '../channels/text/rendered-text.ts'
import type { JsonValue } from '../lib/json/json-fields.ts'

export type DigestItems = StoredItems

/** A sample message of a digest. */
export type SampleItem = Partial<DigestItem>

/** The names of the values. A variable of a message in a digest has none of these names. */
export const SERVICE_VALUES = ['items', 'items_count', 'more'] as const

/** The values of a Liquid template. An item has the variables of its message, and the message's `vars` and `data`. */
export interface LiquidItems {
  items: Record<string, JsonValue>[]
  items_count: number
  /** The number of messages that are not in `items`. */
  more: number
}

export function liquidItems({ list, count }: DigestItems): LiquidItems {
  return { items: list.map(liquidItem), items_count: count, more: count - list.length }
}

function liquidItem({ vars, data }: DigestItem): Record<string, JsonValue> {
  return { ...vars, vars, ...(data === undefined ? {} : { data }) }
}

/** Returns the variables of a template with placeholders: those of the message, and the number of items. */
export function digestVars(vars: Record<string, string>, items: DigestItems | undefined): Record<string, string> {
  return items === undefined ? vars : { ...vars, items_count: String(items.count) }
}

/** Returns whether a variable with this name is in an item. */
export function isInItems(items: DigestItems | undefined, name: string): boolean {
  return items?.list.some(({ vars }) => Object.hasOwn(vars, name)) ?? false
}

/** Returns sample messages as the items of a digest. */
export function sampleItems(list: SampleItem[]): DigestItems {
  return { list: list.map(({ vars = {}, ...rest }) => ({ vars, ...rest })), count: list.length }
}
