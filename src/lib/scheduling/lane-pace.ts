// Derives the number of rows to claim for a lane from the duration of the lane's last attempt.

export interface LanePace {
  /** Stores the duration of an attempt in milliseconds. */
  note(lane: number, duration: number): void
  /** Forgets the duration. Then no more rows of the lane are claimed than can be attempted at the same time. */
  forget(lane: number): void
  /** Returns the number of rows of the lane that may be claimed, if `parallel` of them are attempted at the same time. */
  claimable(lane: number, parallel: number): number
}

/**
 * A lane may have as many buffered rows as it sends in this number of milliseconds. To claim many rows costs little more
 * than to claim a few, but rows that wait in the buffer cannot be sent by another process.
 */
const BUFFERED_FOR = 250
const MOST_LANES = 10_000

export function createLanePace(): LanePace {
  const durations = new Map<number, number>()
  return {
    note(lane, duration) {
      if (durations.size >= MOST_LANES && !durations.has(lane)) durations.clear()
      durations.set(lane, duration)
    },
    forget: (lane) => void durations.delete(lane),
    claimable(lane, parallel) {
      const duration = durations.get(lane)
      return duration === undefined
        ? parallel
        : parallel + Math.floor((parallel * BUFFERED_FOR) / Math.max(1, duration))
    },
  }
}
