// Records when templates were last used. The times are collected in memory. Later, one statement writes them for all
// templates, so that no message waits and a template's row changes at most once a minute.
import type { Clock } from '../lib/clock.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { recordTemplateUses, type TemplateUse } from '../store/templates/template-uses.ts'

/** Number of milliseconds between the first collected use and the write of all collected uses. */
const GATHER = 2 * SECOND
/** Maximum number of templates whose last recorded minute is kept in memory. */
const MOST_NOTED = 10_000

export interface TemplateUses {
  /** Records that a message uses the template now. Does nothing if a use in the same minute is already recorded. */
  note(workspaceId: number, slug: string): void
  /** Writes the collected uses immediately. Called before the process ends. */
  flush(): Promise<void>
}

/** If a write fails, calls `onError`. The uses of that write are lost, but the next use in a later minute is recorded. */
export function createTemplateUses(db: Connection, clock: Clock, onError: (error: unknown) => void): TemplateUses {
  const noted = new Map<string, number>()
  let pending: TemplateUse[] = []
  let cancelTimer: (() => void) | undefined

  const flush = async () => {
    cancelTimer?.()
    cancelTimer = undefined
    const uses = pending
    pending = []
    if (uses.length > 0) await recordTemplateUses(db, uses).catch(onError)
  }
  return {
    note(workspaceId, slug) {
      const minute = Math.floor(clock.now().getTime() / MINUTE) * MINUTE
      const key = `${workspaceId}/${slug}`
      if ((noted.get(key) ?? 0) >= minute) return
      if (noted.size >= MOST_NOTED) noted.clear()
      noted.set(key, minute)
      pending.push({ workspace_id: workspaceId, slug, at: new Date(minute) })
      cancelTimer ??= clock.after(GATHER, () => void flush())
    },
    flush,
  }
}
