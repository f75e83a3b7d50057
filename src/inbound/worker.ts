// The worker of inbound webhooks. It claims stored requests and applies their events. If a request keeps failing, the
// worker sets the request aside.
import type { ConnectionSettings, InboundBody, InboundEvent } from '../channels/inbound.ts'
import { readInboundEvents } from '../channels/inbound-bodies.ts'
import { type ProviderName, providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import type { Clock } from '../lib/clock.ts'
import { later } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { repeat } from '../lib/repeat.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { bodyWork, inboundRetries, SECOND } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { isContention, isUnavailable } from '../store/failures.ts'
import {
  claimInbound,
  finishInbound,
  type InboundRow,
  markApplied,
  readInboundBody,
  recordInboundFailure,
  releaseInbound,
} from '../store/inbound/inbound.ts'
import { findParts, type SealedPart } from '../store/workspaces/provider-connections.ts'
import { type ApplicableEvent, applyInboundEvent, type InboundEventContext } from './apply-event.ts'
import { createPressReplies, type PressReplies, takePressedAction } from './button-presses.ts'
import { confirmInbound } from './confirmations.ts'
import { type EventOwner, eventOwners } from './event-owners.ts'

export interface InboundOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** The name of this process. Each process adds to separate counters, whose keys contain this name. */
  process: string
  log: Logger
  allowPrivateNetwork: boolean
  /** Parses a body that is too large for the main thread. */
  readLarge: (
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ) => Promise<InboundEvent[]>
  /** Called when events for subscriptions may have been written. */
  onEventsRecorded: () => void
  onError: (error: unknown) => void
}

export interface InboundWorker {
  /** Claims requests immediately. Called when a request was stored. */
  wake(): void
  /** Finishes the request in progress and releases the other claimed requests. */
  stop(): Promise<void>
}

const CLAIM = 32
const LEASE = 60 * SECOND
/**
 * Maximum time between the claim of a request and the start of its processing, in milliseconds of real time. After this
 * time, the request is released, because its lease may expire before the processing ends.
 */
const BEGIN_WITHIN = 30 * SECOND
const POLL = SECOND
/** Maximum number of characters of the problem that is stored with a request. */
const MOST_STORED = 2000
/** Maximum number of runs of a transaction that conflicts with other transactions. */
const MOST_RUNS = 4

interface Worker extends InboundOptions {
  pressReplies: PressReplies
}

export function startInbound(options: InboundOptions): InboundWorker {
  const { clock, onError } = options
  const worker: Worker = { ...options, pressReplies: createPressReplies(onError) }
  const stopping = new AbortController()
  const loop = startLoop(clock, POLL, () => workOnClaim(worker, stopping.signal), onError)
  return {
    wake: () => loop.wake(),
    async stop() {
      stopping.abort()
      await loop.stop()
      await worker.pressReplies.stop()
    },
  }
}

/**
 * Processes the requests of one claim. Requests of the same connection are applied in order. Requests of different
 * connections are applied in parallel.
 */
async function workOnClaim(worker: Worker, stopping: AbortSignal): Promise<'again' | undefined> {
  const { db, clock } = worker
  const now = clock.now()
  const rows = await claimInbound(db, now, later(now, LEASE), CLAIM)
  if (rows.length === 0) return undefined
  const claimedAt = performance.now()
  const ids = [...new Set(rows.map((row) => row.connection_id))]
  const connections = new Map((await findParts(db, ids)).map((row) => [row.id, row]))
  await Promise.all(
    ids.map(async (id) => {
      for (const row of rows.filter(({ connection_id }) => connection_id === id)) {
        const isLate = performance.now() > claimedAt + BEGIN_WITHIN
        if (stopping.aborted || isLate) await releaseInbound(db, clock.now(), row)
        else await workOn(worker, row, connections.get(id))
      }
    }),
  )
  return rows.length === CLAIM ? 'again' : undefined
}

async function workOn(worker: Worker, row: InboundRow, connection: SealedPart | undefined): Promise<void> {
  const { db, log } = worker
  // Finish the request without applying it, because its connection was removed after it arrived.
  if (!connection) return finishInbound(db, row, null)
  const problems: unknown[] = []
  const unreadable: string[] = []
  await guarded(problems, () => applyAll(worker, row, connection, problems, unreadable))
  if (problems.length > 0) return recordFailure(worker, row, problems)
  if (unreadable.length === 0) return finishInbound(db, row, null)
  const summary = problemText(unreadable)
  log.warn(
    { channel: row.channel, connectionId: row.connection_id, request: row.id, what: summary },
    'an inbound request has unreadable parts',
  )
  await finishInbound(db, row, summary)
}

/**
 * Applies all events of a request. If an event fails, its error is added to `problems`, and the next event is applied.
 */
async function applyAll(
  worker: Worker,
  row: InboundRow,
  connection: SealedPart,
  problems: unknown[],
  unreadable: string[],
): Promise<void> {
  if (row.claim_version > inboundRetries.length + 1) throw new Error('no attempt to apply this request finished')
  const settings = openSettings(worker.seal, connection)
  const addressed = { connection, settings }
  const ownedBy = eventOwners(worker, addressed)
  for (const [position, read] of (await inboundEventsOf(worker, row, connection, settings)).entries()) {
    if (row.applied.includes(position)) continue
    await guarded(problems, async () => {
      const { owner, event } = await ownedBy(read)
      if (event.kind === 'unreadable') unreadable.push(event.detail)
      else await apply(worker, row, owner, position, event)
    })
  }
}

async function inboundEventsOf(
  { db, readLarge }: Worker,
  row: InboundRow,
  { provider }: SealedPart,
  settings: ConnectionSettings,
): Promise<InboundEvent[]> {
  const { id, workspace_id, channel, received_at } = row
  const bytes = row.body ?? (await readInboundBody(db, workspace_id, id))
  const body = { bytes, contentType: row.content_type ?? undefined }
  if (bytes.length > bodyWork.inThread) return readLarge(body, { channel, provider }, settings, received_at)
  const { receiver } = providerOf(channel, provider)
  return receiver ? readInboundEvents(receiver, body, settings, received_at) : []
}

async function apply(
  worker: Worker,
  row: InboundRow,
  { connection, settings }: EventOwner,
  position: number,
  event: ApplicableEvent,
): Promise<void> {
  const { db, clock, seal, process, allowPrivateNetwork } = worker
  const { workspace_id: workspaceId, channel } = row
  const { id: connectionId, lane, provider } = connection
  const context = { seal, process, workspaceId, connectionId, lane, channel }
  const { receiver } = providerOf(channel, provider)
  if (event.kind === 'confirmation') await confirmInbound(receiver, { settings, allowPrivateNetwork }, event)
  if (event.kind !== 'button_press') {
    await applyOnce(worker, row, position, context, event)
    worker.onEventsRecorded()
    return
  }
  const result = await takePressedAction(
    db,
    seal,
    clock.now(),
    event,
    row.claim_version > 1 ? row.received_at : undefined,
  )
  const applied = (await applyOnce(worker, row, position, context, event)) && receiver
  worker.onEventsRecorded()
  if (applied)
    worker.pressReplies.send({ connectionId, receiver, call: { settings, allowPrivateNetwork }, press: event, result })
}

/** Applies an event and marks it as applied in one transaction, so that a retry of the request skips it. */
function applyOnce(
  { db, clock }: Worker,
  row: InboundRow,
  position: number,
  context: InboundEventContext,
  event: ApplicableEvent,
): Promise<boolean> {
  // After a conflict, run the transaction again at once. A person may be waiting for the reply to a button press.
  return repeat(MOST_RUNS, isContention, () =>
    transaction(db, async (tx) => {
      const ours = await markApplied(tx, row, position)
      if (ours) await applyInboundEvent(tx, clock.now(), context, event)
      return ours
    }),
  )
}

async function recordFailure({ db, clock, log }: Worker, row: InboundRow, problems: unknown[]): Promise<void> {
  const delay = inboundRetries[row.claim_version - 1]
  const nextAt = delay === undefined ? null : later(clock.now(), delay)
  const { id: request, channel, connection_id: connectionId, claim_version: attempt } = row
  for (const err of problems) {
    const details = { err, request, channel, connectionId, attempt }
    if (nextAt) log.warn(details, 'applying an inbound request failed; it will be retried')
    else log.error(details, 'applying an inbound request failed; it was set aside')
  }
  await recordInboundFailure(db, row, problemText(problems.map(String)), nextAt)
}

/** Joins sentences into the text that is stored as the request's problem. */
function problemText(sentences: string[]): string {
  return sentences.join('\n').slice(0, MOST_STORED).toWellFormed().replaceAll('\0', '')
}

/**
 * Adds errors to `problems`. If the database is unavailable, throws the error instead, because the request did not
 * cause this error.
 */
async function guarded(problems: unknown[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isUnavailable(error)) throw error
    problems.push(error)
  }
}
