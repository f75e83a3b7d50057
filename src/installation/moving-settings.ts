// Moves the settings of connections from the rows of their lanes to separate rows, after the upgrade was finished.
import { moveToProviders } from '../connections/stored.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { MINUTE } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { BOUND_SINCE, readSealForm } from '../store/sealed.ts'
import { listUnmoved, lockUnmoved } from '../store/workspaces/provider-connections.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { isFinished } from './finish.ts'

export interface MovingOptions {
  db: Database
  clock: Clock
  seal: Seal
  log: Logger
  onError: (error: unknown) => void
}

const SET = 100

/**
 * Checks every minute whether the upgrade was finished, and then moves the remaining settings. The settings of each
 * connection move in a separate transaction, so a killed process loses nothing, and several workers may move settings
 * at the same time. Settings that no key of this process decrypts are not moved, and are logged once. They still work
 * in processes that can decrypt them.
 */
export function startMovingSettings({ db, clock, seal, log, onError }: MovingOptions): { stop(): Promise<void> } {
  const unreadable = new Set<number>()
  let after = 0
  const step = async (): Promise<'again' | undefined> => {
    if (!(await isFinished(db, BOUND_SINCE))) return undefined
    const rows = await listUnmoved(db, after, SET)
    for (const { id, workspace_id: workspaceId } of rows) {
      after = id
      // Skip settings that were unreadable before. They become readable only after a restart with another key. If a
      // person saves the settings again, the save also moves them to `provider_connections`.
      if (unreadable.has(id) || (await moveOne(db, seal, workspaceId, id)) !== 'unreadable') continue
      unreadable.add(id)
      log.error(
        { connection: id },
        'the settings of a connection cannot be decrypted with this master key; save them again',
      )
    }
    if (rows.length === SET) return 'again'
    after = 0
    return undefined
  }
  return startLoop(clock, MINUTE, step, onError)
}

async function moveOne(db: Database, seal: Seal, workspaceId: number, id: number): Promise<'unreadable' | undefined> {
  return transaction(db, async (tx) => {
    // Lock the workspace first, as every change of a connection does. The same order of locks prevents a deadlock.
    await requireWorkspace(tx, workspaceId, true)
    const row = (await readSealForm(tx)) ? await lockUnmoved(tx, workspaceId, id) : undefined
    return row && !(await moveToProviders(tx, seal, row)) ? 'unreadable' : undefined
  })
}
