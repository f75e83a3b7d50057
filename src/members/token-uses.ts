// Records when management tokens were last used. Uses are noted in memory, and one statement outside of requests writes
// them for all tokens.
import type { Clock } from '../lib/clock.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { type ManagementTokenRow, recordTokenUses } from '../store/members/management-tokens.ts'

/** Milliseconds during which uses are collected for one statement. */
const GATHER = 2 * SECOND

export interface TokenUses {
  /** Notes that the token is used now. Does nothing if a use in the current minute is already noted or written. */
  note(token: Pick<ManagementTokenRow, 'id' | 'last_used_at'>): void
  /** Writes the noted uses at once. Called before the process ends. */
  flush(): Promise<void>
}

/**
 * Creates the recorder. It calls `onError` if a write fails. The uses of a failed write are lost, but a use in a later
 * minute is noted again.
 */
export function createTokenUses(db: Connection, clock: Clock, onError: (error: unknown) => void): TokenUses {
  /** For each token id, the last noted minute. The map stays small, because it contains only valid tokens. */
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
