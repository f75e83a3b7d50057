// Masks sensitive variables in the messages of a digest.
import type { DigestItem, StoredItems } from '../channels/text/rendered-text.ts'
import { MASK } from '../lib/text/mask.ts'
import { maskedData } from './sensitive-data.ts'

/** Returns the items with masks in place of the values of sensitive variables. */
export function maskedItems({ list, count }: StoredItems, names: readonly string[]): StoredItems {
  return { list: list.map((item) => maskedItem(item, names)), count }
}

function maskedItem({ vars, data }: DigestItem, names: readonly string[]): DigestItem {
  return {
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, names.includes(name) ? MASK : value])),
    ...(data === undefined ? {} : { data: maskedData(data, names) }),
  }
}

/** Returns the variables of a message and of its items, for finding the names that are sensitive. */
export function allVars(vars: Record<string, string>, list: readonly DigestItem[] = []): Record<string, string> {
  return Object.assign({}, ...list.map((item) => item.vars), vars)
}
