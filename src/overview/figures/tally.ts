// Adds up cells to the figures of a bucket, a channel or a source.
import { delayBounds } from '../../store/figures/counting.ts'
import type { Cell } from '../../store/figures/segments.ts'

export interface Sum {
  /** The numbers of messages by outcome, in the order of `Cell.counts`. */
  counts: number[]
  /** The number of sent messages for each index of `delayBounds`. */
  delays: number[]
}

export function newSum(): Sum {
  return { counts: [0, 0, 0, 0, 0, 0], delays: new Array<number>(delayBounds.length + 1).fill(0) }
}

export function addCell(sum: Sum, { counts, delays }: Cell): void {
  for (const [place, count] of counts.entries()) sum.counts[place] = (sum.counts[place] ?? 0) + count
  for (const [name, count] of Object.entries(delays)) {
    const index = Number(name)
    sum.delays[index] = (sum.delays[index] ?? 0) + count
  }
}

export interface Tally {
  accepted: number
  sent: number
  delivered: number
  read: number
  failed: number
  cancelled: number
  pending: number
  /** From 0 to 1. Null if no message was sent or failed. */
  failure_rate: number | null
  p50_ms: number | null
  p95_ms: number | null
}

/** Returns the figures. A delivered or read message is also counted as sent, and a read message as delivered. */
export function tallyOf({ counts, delays }: Sum): Tally {
  const [sent = 0, delivered = 0, read = 0, failed = 0, cancelled = 0, pending = 0] = counts
  const successes = sent + delivered + read
  return {
    accepted: successes + failed + cancelled + pending,
    sent: successes,
    delivered: delivered + read,
    read,
    failed,
    cancelled,
    pending,
    failure_rate: successes + failed === 0 ? null : failed / (successes + failed),
    p50_ms: percentile(delays, 0.5),
    p95_ms: percentile(delays, 0.95),
  }
}

/**
 * Returns an estimate of a percentile in milliseconds, or null without values. Within a group, the values are assumed to
 * be spread evenly on a logarithmic scale. The estimate differs from the exact percentile by at most a factor of 1.41.
 */
function percentile(delays: readonly number[], share: number): number | null {
  const total = delays.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.ceil(share * total)
  let before = 0
  for (const [index, count] of delays.entries()) {
    if (before + count >= rank) return within(index, (rank - before - 0.5) / count)
    before += count
  }
  return null
}

function within(index: number, part: number): number {
  const upper = delayBounds[Math.min(index, delayBounds.length - 1)] ?? 0
  const lower = index === 0 ? upper / 2 : (delayBounds[index - 1] ?? 0)
  return Math.round(lower * (upper / lower) ** part)
}
