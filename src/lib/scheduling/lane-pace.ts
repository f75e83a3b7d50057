// Derives the number of rows to claim for a lane from the duration of the lane's last attempt.

export interface LanePace {
  /** Stores the duration of an attempt in milliseconds. */
  note(lane: number, duration: number): void
  /**
   * Forgets the duration. From then on, at most as many rows of the lane are claimed as can be attempted at the same
   * time.
   */
  forget(lane: number): void
  /** Returns the number of rows of the lane that may be claimed, if `parallel` of them are attempted at the same time. */
  claimable(lane: number, parallel: number): number
}

/**
 * A lane may have as many buffered rows as it sends in this number of milliseconds. A claim of many rows costs little
 * more than a claim of a few rows. However, no other process can send the rows that wait in the buffer.
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
