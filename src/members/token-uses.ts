// Records when management tokens were last used. The times of use are collected in memory. Later, one statement writes
// them for all tokens, so that no request waits.
import type { Clock } from '../lib/clock.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { type ManagementTokenRow, recordTokenUses } from '../store/members/management-tokens.ts'

/** Number of milliseconds between the first collected use of a token and the write of all collected uses. */
const GATHER = 2 * SECOND

export interface TokenUses {
  /** Records that the token is used now. Does nothing if a use in the same minute is already recorded. */
  note(token: Pick<ManagementTokenRow, 'id' | 'last_used_at'>): void
  /** Writes the collected uses of tokens immediately. Called before the process ends. */
  flush(): Promise<void>
}

/**
 * Returns an object that records uses of tokens. If a write fails, calls `onError`. These uses are lost, but the next
 * use in a later minute is recorded.
 */
export function createTokenUses(db: Connection, clock: Clock, onError: (error: unknown) => void): TokenUses {
  /**
   * The last recorded minute of each token, by token id. The map stays small, because it contains only valid tokens.
   */
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
