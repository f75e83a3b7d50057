// The sizes of each benchmark. The default sizes of `npm run bench` need a few minutes. `--full` uses the sizes for
// which the targets are defined. `--short` uses the smallest sizes, which only show whether all benchmarks run.

/** @typedef {ReturnType<typeof sizesOf>} Sizes */

/** @param {'short' | 'usual' | 'full'} form */
export function sizesOf(form) {
  const pick = (/** @type {number} */ short, /** @type {number} */ usual, /** @type {number} */ full) =>
    ({ short, usual, full })[form]
  const pairs = pick(1, 3, 5)
  return {
    accept: { pairs, people: pick(100, 1_000, 1_000), seconds: pick(0.3, 5, 10), warmUp: pick(0.1, 5, 5) },
    batch: { pairs, messages: pick(200, 20_000, 100_000) },
    drain: { pairs, messages: pick(100, 50_000, 100_000) },
    // Use at least two pairs, because the first pair can affect the second pair.
    events: { pairs: Math.max(pairs, 2), events: pick(200, 10_000, 100_000) },
    email: { pairs, mails: pick(50, 2_000, 10_000) },
    latency: { pairs, seconds: pick(0.2, 5, 60) },
    queue: {
      pairs,
      queued: { embedded: pick(2_000, 200_000, 1_000_000), postgres: pick(2_000, 1_000_000, 1_000_000) },
      workspaces: pick(20, 10_000, 10_000),
      scheduled: pick(200, 300_000, 300_000),
      held: pick(0.2, 60, 60),
    },
    finished: {
      pairs,
      seconds: pick(0.3, 3, 10),
      warmUp: pick(0.1, 2, 5),
      finished: { embedded: pick(2_000, 200_000, 10_000_000), postgres: pick(2_000, 1_000_000, 10_000_000) },
    },
    /** The memory is measured from the minute `from` to the minute `to` of a steady run. */
    slope: { from: pick(0, 0.5, 3), to: pick(0.05, 1.5, 10) },
    footprint: { pairs, seconds: pick(0.5, 5, 60) },
    machines: { seconds: pick(0.5, 8, 30), messages: pick(500, 20_000, 100_000) },
  }
}
