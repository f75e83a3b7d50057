// The last use of management tokens: noted in memory, written for all tokens together, outside of every request.
import type { Clock } from '../lib/clock.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { type ManagementTokenRow, recordTokenUses } from '../store/members/management-tokens.ts'

/** Uses of this long, milliseconds, are written in one statement. */
const GATHER = 2 * SECOND

export interface TokenUses {
  /** Notes a use now. A token whose use of this minute is written or noted costs nothing more. */
  note(token: Pick<ManagementTokenRow, 'id' | 'last_used_at'>): void
  /** Writes the noted uses at once: for the end of the process. */
  flush(): Promise<void>
}

/** `onError` is called when a write failed: the uses of those tokens are noted again in their next minute. */
export function createTokenUses(db: Connection, clock: Clock, onError: (error: unknown) => void): TokenUses {
  /** Token id to the last minute noted; small, because it holds known tokens alone. */
  const noted = new Map<number, number>()
  let pending = new Map<number, Date>()
  let cancelTimer: (() => void) | undefined

  const flush = async () => {
    cancelTimer?.()
    cancelTimer = undefined
    const uses = Array.from(pending, ([id, at]) => ({ id, at }))
    pending = new Map()
    if (uses.length > 0) await recordTokenUses(db, uses).catch(onError)
  }
  return {
    note({ id, last_used_at }) {
      const minute = Math.floor(clock.now().getTime() / MINUTE) * MINUTE
      if (Math.max(noted.get(id) ?? 0, last_used_at?.getTime() ?? 0) >= minute) return
      noted.set(id, minute)
      pending.set(id, new Date(minute))
      cancelTimer ??= clock.after(GATHER, () => void flush())
    },
    flush,
  }
}
