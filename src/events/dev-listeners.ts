// Manages dev listeners, which collect signed events for programs without a public URL. The program fetches the events
// by polling its dev listener.
import { refuse, refuseInvalid } from '../errors.ts'
import { type Clock, later } from '../lib/clock.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { devListeners } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import {
  countDevListeners,
  deleteDevListener,
  deletePendingEvents,
  findDevListener,
  findIdleDevListeners,
  insertDevListener,
  type PendingEventRow,
  readPendingEvents,
  touchDevListener,
} from '../store/events/dev-listeners.ts'
import { reserveSealedRow, sealedSecret } from '../store/sealed.ts'
import { findWorkspace, raiseVersion } from '../store/workspaces/workspaces.ts'
import { eventNames } from './catalog.ts'
import { eventHeaders, isSecret, newSecret } from './sign.ts'

/** While a poll waits, the caller's right to read the events is checked at this interval in milliseconds. */
const CHECK_EVERY = 1000

interface ListenerRef {
  workspaceId: number
  id: number
}

export interface DevListenerRequest {
  /** The events to collect. The default is all events. */
  events?: string[]
  /** The secret that signs the events. The default is a new secret. */
  secret?: string
}

/**
 * Creates a dev listener. It collects events until a caller deletes it, or until no program has polled it for an hour.
 */
export async function startDevListener(
  { db, seal }: { db: Database; seal: Seal },
  now: Date,
  workspaceId: number,
  { events = [...eventNames], secret = newSecret() }: DevListenerRequest,
) {
  if (!isSecret(secret)) refuseInvalid({ secret: ['must be whsec_ followed by the base64 of 24 to 64 bytes'] })
  return transaction(db, async (tx) => {
    if (!(await findWorkspace(tx, workspaceId))) refuse('not_found', `No workspace ${workspaceId}.`)
    if ((await countDevListeners(tx, workspaceId)) >= devListeners.most)
      refuse(
        'conflict',
        `The workspace already has ${devListeners.most} dev listeners. Delete one, or wait: a listener that does not poll is deleted after an hour.`,
      )
    const { id, bound } = await reserveSealedRow(tx, 'subscriptions')
    const sealed = seal.closeAt(secret, sealedSecret.at({ workspaceId, id }), bound)
    const row = await insertDevListener(tx, now, { id, workspaceId, events, secret: sealed })
    // Raise the workspace's version, so that admission reloads its cache. Admission writes events only for the
    // subscriptions in this cache.
    await raiseVersion(tx, workspaceId)
    return { id: row.id, events: row.events, secret, created_at: row.created_at.toISOString() }
  })
}

export interface PollTools {
  db: Database
  seal: Seal
  clock: Clock
  /** Aborts when the process stops or the caller disconnects. */
  signal: AbortSignal
  /** Throws if the caller has lost the right to read the events. */
  requireStill: () => Promise<void>
}

/**
 * Returns the collected events, oldest first. If there are no events, waits up to `wait` seconds for an event. Deletes
 * the events in `done`. The next poll returns all other events again. Throws not_found if the listener was deleted.
 */
export async function pollDevListener(
  { db, seal, clock, signal, requireStill }: PollTools,
  place: ListenerRef,
  { done = [], wait = 0, limit = 100 }: { done?: number[]; wait?: number; limit?: number },
) {
  const { workspaceId, id } = place
  const listener = await findDevListener(db, workspaceId, id)
  if (!listener) notThere(place)
  await touchDevListener(db, clock.now(), workspaceId, id)
  if (done.length > 0) await deletePendingEvents(db, workspaceId, id, done)
  const until = performance.now() + wait * 1000
  let checkedAt = performance.now()
  for (let reads = 0; ; reads++) {
    const rows = await readPendingEvents(db, workspaceId, id, limit)
    const left = until - performance.now()
    const answers = rows.length > 0 || left <= 0 || signal.aborted
    if (reads > 0 && (answers || performance.now() - checkedAt >= CHECK_EVERY)) {
      await requireStill()
      checkedAt = performance.now()
    }
    if (answers) {
      const secret = openSecret(seal, listener.secret, place)
      return { data: rows.map((row) => eventBody(row, secret, clock.now())) }
    }
    await pause(Math.min(devListeners.pollInterval, left), signal)
    if (!(await findDevListener(db, workspaceId, id))) notThere(place)
  }
}

function openSecret(seal: Seal, sealed: Buffer, place: ListenerRef): string {
  try {
    return seal.openAt(sealed, sealedSecret.at(place))
  } catch {
    return refuse(
      'conflict',
      `The stored secret of dev listener ${place.id} cannot be decrypted with this master key. Delete the dev listener and create another.`,
    )
  }
}

export async function endDevListener(db: Database, place: ListenerRef): Promise<void> {
  const ended = await transaction(db, async (tx) => {
    const found = await deleteDevListener(tx, place.workspaceId, place.id)
    if (found) await raiseVersion(tx, place.workspaceId)
    return found
  })
  if (!ended) notThere(place)
}

/** Deletes the dev listeners that no program has polled for an hour. Returns their number. */
export async function endIdleDevListeners(db: Database, now: Date): Promise<number> {
  const idle = await findIdleDevListeners(db, later(now, -devListeners.silence), BATCH)
  for (const { id, workspace_id } of idle) {
    await transaction(db, async (tx) => {
      if (await deleteDevListener(tx, workspace_id, id)) await raiseVersion(tx, workspace_id)
    })
  }
  return idle.length
}

const BATCH = 100

function notThere({ id }: ListenerRef): never {
  refuse(
    'not_found',
    `No dev listener ${id} in this workspace. A listener that does not poll is deleted after an hour.`,
  )
}

function eventBody(
  { id, wire_id, subject, event, event_id, mode, body, created_at }: PendingEventRow,
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
