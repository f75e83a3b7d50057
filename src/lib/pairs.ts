// Lists whose length is known.

/** Yields the items at the same places. Throws where the second list is shorter. */
export function* pairs<First, Second>(
  first: readonly First[],
  second: readonly Second[],
): Generator<[First, Second], void> {
  const others = second.values()
  for (const item of first) {
    const other = others.next()
    if (other.done) throw new Error('two lists that belong together have different lengths')
    yield [item, other.value]
  }
}

/** Returns the first item of a list that has one. Throws where it is empty. */
export function firstOf<Item>(items: readonly Item[]): Item {
  const first = items.values().next()
  if (first.done) throw new Error('a list that has an item is empty')
  return first.value
}
