// Helpers for lists whose lengths are known.

/** Yields pairs of the items that have the same index in both lists. Throws if the second list is shorter. */
export function* pairs<First, Second>(
  first: readonly First[],
  second: readonly Second[],
): Generator<[First, Second], void> {
  const others = second.values()
  for (const item of first) {
    const other = others.next()
    if (other.done) throw new Error('the second list is shorter than the first')
    yield [item, other.value]
  }
}

/** Returns the first item. Throws if the list is empty. */
export function firstOf<Item>(items: readonly Item[]): Item {
  const first = items.values().next()
  if (first.done) throw new Error('the list is empty')
  return first.value
}
