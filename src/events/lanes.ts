// How many rows of which receiver a process takes: a slow receiver fills its own lane and nobody else's.

export interface Lanes {
  free(): number
  take(lane: number): void
  /** `well`: the receiver took what it was sent. One that does not is given one at a time until it does. */
  give(lane: number, well: boolean): void
  share(lanes: number[]): { lane: number; most: number }[]
}

/** `total` at a time, `each` to one receiver. */
export function createLanes(total: number, each: number): Lanes {
  const held = new Map<number, number>()
  const failing = new Set<number>()
  let used = 0
  return {
    free: () => total - used,
    take(lane) {
      used++
      held.set(lane, (held.get(lane) ?? 0) + 1)
    },
    give(lane, well) {
      used--
      const left = (held.get(lane) ?? 1) - 1
      if (left === 0) held.delete(lane)
      else held.set(lane, left)
      if (well) failing.delete(lane)
      else failing.add(lane)
    },
    share(lanes) {
      let free = total - used
      return lanes.flatMap((lane) => {
        const most = Math.min(free, (failing.has(lane) ? 1 : each) - (held.get(lane) ?? 0))
        if (most <= 0) return []
        free -= most
        return [{ lane, most }]
      })
    },
  }
}
