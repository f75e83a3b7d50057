// The sizes of each benchmark. The default sizes of `npm run bench` need at most 25 minutes. `--full` uses the largest
// sizes. `--short` uses the smallest sizes, which only show whether all benchmarks run.

/** @typedef {ReturnType<typeof sizesOf>} Sizes */
/** @typedef {'short' | 'usual' | 'full'} Form */

/** @param {Form} form */
export function sizesOf(form) {
  const pick = (/** @type {number} */ short, /** @type {number} */ usual, /** @type {number} */ full) =>
    ({ short, usual, full })[form]
  const pairs = pick(1, 5, 5)
  /** The number of pairs of slow benchmarks. */
  const few = pick(1, 3, 5)
  const accept = { pairs, people: pick(100, 1_000, 1_000), seconds: pick(0.3, 2, 10), warmUp: pick(0, 3, 5) }
  return {
    accept: { ...accept, connections: form === 'short' ? [8] : [64, 256] },
    /** The benchmark `accept` with the service on Node 20. */
    olderNode: { ...accept, connections: form === 'short' ? [8] : [64] },
    batch: { pairs: few, messages: pick(200, 10_000, 100_000) },
    drain: { pairs, messages: { embedded: pick(100, 10_000, 100_000), postgres: pick(100, 20_000, 100_000) } },
    // Use at least two pairs, because the first pair can affect the second pair.
    events: { pairs: Math.max(pairs, 2), events: pick(200, 15_000, 100_000) },
    email: { pairs, mails: pick(50, 1_000, 10_000) },
    receipts: { pairs: pick(1, 2, 5), messages: pick(50, 3_000, 50_000) },
    latency: { pairs, seconds: pick(0.2, 4, 60) },
    queue: {
      pairs: few,
      queued: { embedded: pick(2_000, 100_000, 1_000_000), postgres: pick(2_000, 300_000, 1_000_000) },
      workspaces: pick(20, 10_000, 10_000),
      scheduled: pick(200, 100_000, 300_000),
      held: pick(0.2, 30, 60),
    },
    finished: {
      pairs: few,
      seconds: pick(0.3, 3, 10),
      warmUp: pick(0.1, 2, 5),
      finished: { embedded: pick(2_000, 100_000, 10_000_000), postgres: pick(2_000, 300_000, 10_000_000) },
    },
    /** The memory is measured from the minute `from` to the minute `to` of a steady run. */
    slope: { from: pick(0, 1, 3), to: pick(0.05, 2.75, 10) },
    /** The memory at rest is read `rest` seconds after the start. Then 64 connections send for `seconds`. */
    footprint: { pairs, rest: pick(0.5, 3, 60), seconds: pick(0.5, 3, 60) },
    processes: {
      pairs,
      seconds: pick(0.3, 2, 10),
      warmUp: pick(0, 2, 5),
      drains: few,
      messages: pick(100, 15_000, 100_000),
    },
  }
}
