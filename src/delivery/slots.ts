// How many messages of which lane a worker takes next, so that one lane's million leaves room for another's single one.

export interface Slots {
  free(): number
  /** One more of this lane may be taken. */
  hasRoom(lane: number): boolean
  take(lane: number): void
  give(lane: number): void
  /** Shares the free slots among these lanes; a lane holds at most half of all slots at any time. */
  share(lanes: number[]): { lane: number; most: number }[]
}

export function createSlots(total: number): Slots {
  const held = new Map<number, number>()
  let used = 0
  const perLane = Math.max(1, Math.ceil(total / 2))
  return {
    free: () => total - used,
    hasRoom: (lane) => used < total && (held.get(lane) ?? 0) < perLane,
    take(lane) {
      used++
      held.set(lane, (held.get(lane) ?? 0) + 1)
    },
    give(lane) {
      used--
      const left = (held.get(lane) ?? 1) - 1
      if (left === 0) held.delete(lane)
      else held.set(lane, left)
    },
    share(lanes) {
      const each = Math.max(1, Math.floor((total - used) / Math.max(1, lanes.length)))
      let free = total - used
      const shares: { lane: number; most: number }[] = []
      for (const lane of lanes) {
        const most = Math.min(each, perLane - (held.get(lane) ?? 0), free)
        if (most <= 0) continue
        free -= most
        shares.push({ lane, most })
      }
      return shares
    },
  }
}
