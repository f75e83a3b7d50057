// Two lists of the same length, read side by side.

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
