// Shares the counts of a workspace between requests, so that several open overviews cost as much as one.
import type { Connection } from '../../store/database.ts'
import { type Collected, collectHours, collectMinutes } from './collect.ts'
import type { FigureRange } from './range.ts'

export interface FigureCounts {
  /** Returns the counts of live messages that were accepted since the start of the range. */
  read(now: Date, workspaceId: number, range: FigureRange): Promise<Collected>
}

/** Complete counts are kept for this many milliseconds. */
const KEPT = 4000
/** Maximum number of kept counts. */
const MOST_KEPT = 50

interface Kept {
  at: number
  counts: Promise<Collected>
}

export function createFigureCounts(c: Connection): FigureCounts {
  const kept = new Map<string, Kept>()
  /** The last reading of each workspace. A workspace reads one period after the other. */
  const running = new Map<number, Promise<unknown>>()

  const startReading = (now: Date, workspaceId: number, { unit, from }: FigureRange): Promise<Collected> => {
    const before = running.get(workspaceId) ?? Promise.resolve()
    const collect = () =>
      unit === 'minute' ? collectMinutes(c, workspaceId, from) : collectHours(c, now, workspaceId, from)
    const reading = before.then(collect, collect)
    const ended = reading
      .catch(() => {})
      .then(() => {
        if (running.get(workspaceId) === ended) running.delete(workspaceId)
      })
    running.set(workspaceId, ended)
    return reading
  }

  return {
    read(now, workspaceId, range) {
      const key = `${workspaceId}/${range.unit === 'minute'}/${range.from.getTime()}`
      const known = kept.get(key)
      if (known && now.getTime() - known.at < KEPT) return known.counts
      const counts = startReading(now, workspaceId, range)
      kept.delete(key)
      kept.set(key, { at: now.getTime(), counts })
      for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
      const forget = () => {
        if (kept.get(key)?.counts === counts) kept.delete(key)
      }
      counts.then(({ progress }) => progress === 'counting' && forget(), forget)
      return counts
    },
  }
}
