// Lets members read a fallback, stop it, or start its next step at once.
import { fallbackWithId } from '../delivery/details/fallback.ts'
import { refuse } from '../errors.ts'
import { recordEvents } from '../events/record.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { readSteps, saveDecisions } from '../store/fallbacks/due.ts'
import { type FallbackRow, lockFallback, requestStart } from '../store/fallbacks/view.ts'
import { fallbackEnded } from './events.ts'

export async function fallbackById(c: Connection, now: Date, workspaceId: number, id: number) {
  return (await fallbackWithId(c, now, workspaceId, id)) ?? refuse('not_found', noFallback(id))
}

/** Ends a fallback, so that no further step starts. Throws conflict if it has ended. */
export async function stopFallback(db: Database, now: Date, workspaceId: number, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { mode } = await openFallback(tx, workspaceId, id)
    await saveDecisions(tx, now, [{ id, look_at: null, ended_reason: 'stopped' }], [])
    const ended = { id, workspace_id: workspaceId, mode, reason: 'stopped' as const }
    recordEvents(tx, now, [fallbackEnded(ended, await readSteps(tx, [id]))])
  })
}

/** Makes the next step due, whatever its time is. A condition that is already reached still prevents the step. */
export async function startNextStep(db: Database, now: Date, workspaceId: number, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    await openFallback(tx, workspaceId, id)
    await requestStart(tx, now, id)
  })
}

async function openFallback(tx: Transaction, workspaceId: number, id: number): Promise<FallbackRow> {
  const found = (await lockFallback(tx, workspaceId, id)) ?? refuse('not_found', noFallback(id))
  if (found.ended_at !== null) refuse('conflict', `Fallback ${id} has ended (${found.ended_reason}).`)
  return found
}

const noFallback = (id: number) => `No fallback ${id} in this workspace.`
