// Shares slots between lanes. An item uses one slot while it is processed. A lane with a million items does not use the
// slots that a lane with a single item needs.

export interface Slots {
  free(): number
  /** Returns true if the lane may use a slot for one more item. */
  hasRoom(lane: number): boolean
  take(lane: number): void
  give(lane: number): void
  /** Shares the free slots among the given lanes. A lane uses at most half of all slots. */
  share(lanes: number[]): { lane: number; most: number }[]
}

/** Returns the maximum number of slots that one lane may use: half of `total`. */
export function mostOfOneLane(total: number): number {
  return Math.max(1, Math.ceil(total / 2))
}

/** Creates `total` slots. A lane uses at most half of the slots and at most the number that `mostOf` returns for it. */
export function createSlots(total: number, mostOf: (lane: number) => number = () => total): Slots {
  const usedByLane = new Map<number, number>()
  let used = 0
  const perLane = (lane: number) => Math.min(mostOfOneLane(total), mostOf(lane))
  return {
    free: () => total - used,
    hasRoom: (lane) => used < total && (usedByLane.get(lane) ?? 0) < perLane(lane),
    take(lane) {
      used++
      usedByLane.set(lane, (usedByLane.get(lane) ?? 0) + 1)
    },
    give(lane) {
      used--
      const left = (usedByLane.get(lane) ?? 1) - 1
      if (left === 0) usedByLane.delete(lane)
      else usedByLane.set(lane, left)
    },
    share(lanes) {
      const each = Math.max(1, Math.floor((total - used) / Math.max(1, lanes.length)))
      let free = total - used
      const shares: { lane: number; most: number }[] = []
      for (const lane of lanes) {
        const most = Math.min(each, perLane(lane) - (usedByLane.get(lane) ?? 0), free)
        if (most <= 0) continue
        free -= most
        shares.push({ lane, most })
      }
      return shares
    },
  }
}
