// Groups items by key.

/** Groups the items by key. The keys are in the order of their first items. The items of a group keep their order. */
export function byKey<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Returns the value of a key. Throws if the map does not have the key. */
export function requireValue<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the map has no key ${String(key)}`)
  return value
}
