// Items gathered under a key.

/** In the order in which the keys first appear; within a group in the items' own. */
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

/** Returns the value of a key that the map holds. Throws where it does not. */
export function requireValue<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`nothing is known under ${String(key)}`)
  return value
}
