// How many items of which lane are taken next, so that one lane's million leaves room for another's single one.

export interface Slots {
  free(): number
  /** One more of this lane may be taken. */
  hasRoom(lane: number): boolean
  take(lane: number): void
  give(lane: number): void
  /** Shares the free slots among these lanes; a lane holds at most half of all slots at any time. */
  share(lanes: number[]): { lane: number; most: number }[]
}

/** `mostOf`: where a lane is allowed less than that. */
export function createSlots(total: number, mostOf: (lane: number) => number = () => total): Slots {
  const usedByLane = new Map<number, number>()
  let used = 0
  const half = Math.max(1, Math.ceil(total / 2))
  const perLane = (lane: number) => Math.min(half, mostOf(lane))
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
