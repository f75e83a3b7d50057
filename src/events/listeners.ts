// Listeners: a terminal somewhere that asks for events, signed as a receiver would get them, because nobody can reach it.
import { refuse, refuseInvalid } from '../errors.ts'
import { type Clock, later } from '../lib/clock.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { listening } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import {
  countListeners,
  deleteListener,
  findListener,
  findSilentListeners,
  forgetHeard,
  type HeardRow,
  insertListener,
  readHeard,
  touchListener,
} from '../store/events/listeners.ts'
import { reserveSealedRow, sealedSecret } from '../store/sealed.ts'
import { findWorkspace, raiseVersion } from '../store/workspaces/workspaces.ts'
import { eventNames } from './catalog.ts'
import { eventHeaders, isSecret, newSecret } from './sign.ts'

/** Milliseconds after which a waiting caller's rights are checked again. */
const CHECK_EVERY = 1000

interface ListenerRef {
  workspaceId: number
  id: number
}

export interface ListenerInput {
  /** All when left out. */
  events?: string[]
  /** Signs what it hears; a new one when left out. */
  secret?: string
}

/** From now on what it chose is kept for it. It ends when it is told to, or an hour after it last asked. */
export async function startListener(
  { db, seal }: { db: Database; seal: Seal },
  now: Date,
  workspaceId: number,
  { events = [...eventNames], secret = newSecret() }: ListenerInput,
) {
  if (!isSecret(secret)) refuseInvalid({ secret: ['must be whsec_ and the base64 of 24 to 64 bytes'] })
  return transaction(db, async (tx) => {
    if (!(await findWorkspace(tx, workspaceId))) refuse('not_found', `No workspace ${workspaceId}.`)
    if ((await countListeners(tx, workspaceId)) >= listening.most)
      refuse(
        'conflict',
        `${listening.most} listeners are there already; one that is no longer asked for ends in an hour.`,
      )
    const { id, bound } = await reserveSealedRow(tx, 'subscriptions')
    const sealed = seal.closeAt(secret, sealedSecret.at({ workspaceId, id }), bound)
    const row = await insertListener(tx, now, { id, workspaceId, events, secret: sealed })
    // Admission writes events only for who it knows to listen.
    await raiseVersion(tx, workspaceId)
    return { id: row.id, events: row.events, secret, created_at: row.created_at.toISOString() }
  })
}

export interface ListenTools {
  db: Database
  seal: Seal
  clock: Clock
  /** Ends waiting: the process stops, or the asker went away. */
  signal: AbortSignal
  /** Throws once the caller may not read the events any more. */
  requireStill: () => Promise<void>
}

/**
 * What was recorded and not yet reported as `done`, oldest first; where there is nothing it waits for up to `wait` seconds.
 * What is not reported comes again. Throws not_found for a listener that ended.
 */
export async function hear(
  { db, seal, clock, signal, requireStill }: ListenTools,
  place: ListenerRef,
  { done = [], wait = 0, limit = 100 }: { done?: number[]; wait?: number; limit?: number },
) {
  const { workspaceId, id } = place
  const listener = await findListener(db, workspaceId, id)
  if (!listener) notThere(place)
  await touchListener(db, clock.now(), workspaceId, id)
  if (done.length > 0) await forgetHeard(db, workspaceId, id, done)
  const until = performance.now() + wait * 1000
  let checkedAt = performance.now()
  for (let reads = 0; ; reads++) {
    const rows = await readHeard(db, workspaceId, id, limit)
    const left = until - performance.now()
    const answers = rows.length > 0 || left <= 0 || signal.aborted
    if (reads > 0 && (answers || performance.now() - checkedAt >= CHECK_EVERY)) {
      await requireStill()
      checkedAt = performance.now()
    }
    if (answers) {
      const secret = openSecret(seal, listener.secret, place)
      return { data: rows.map((row) => heardBody(row, secret, clock.now())) }
    }
    await pause(Math.min(listening.pollInterval, left), signal)
    if (!(await findListener(db, workspaceId, id))) notThere(place)
  }
}

function openSecret(seal: Seal, sealed: Buffer, place: ListenerRef): string {
  try {
    return seal.openAt(sealed, sealedSecret.at(place))
  } catch {
    return refuse(
      'conflict',
      `The stored secret of listener ${place.id} can't be opened with this master key. End it and start another.`,
    )
  }
}

export async function endListener(db: Database, place: ListenerRef): Promise<void> {
  const ended = await transaction(db, async (tx) => {
    const found = await deleteListener(tx, place.workspaceId, place.id)
    if (found) await raiseVersion(tx, place.workspaceId)
    return found
  })
  if (!ended) notThere(place)
}

/** Ends those whose terminal is gone; answers how many. */
export async function endSilentListeners(db: Database, now: Date): Promise<number> {
  const silent = await findSilentListeners(db, later(now, -listening.silence), BATCH)
  for (const { id, workspace_id } of silent) {
    await transaction(db, async (tx) => {
      if (await deleteListener(tx, workspace_id, id)) await raiseVersion(tx, workspace_id)
    })
  }
  return silent.length
}

const BATCH = 100

function notThere({ id }: ListenerRef): never {
  refuse('not_found', `No listener ${id} in this workspace; one that does not ask for an hour is ended.`)
}

function heardBody(
  { id, wire_id, subject, event, event_id, mode, body, created_at }: HeardRow,
  secret: string,
  at: Date,
) {
  return {
    id,
    event,
    event_id,
    subject,
    mode,
    created_at: created_at.toISOString(),
    headers: eventHeaders({ current: secret }, { wireId: wire_id, event, mode, body, at }),
    body,
  }
}
