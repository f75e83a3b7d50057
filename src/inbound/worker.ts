// The worker of inbound webhooks: claims stored requests, applies their events, and sets aside failing requests.
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

export interface InboundOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** Names this process in counters. */
  process: string
  log: Logger
  allowPrivateNetwork: boolean
  /** Reads a body that is too large for the main thread. */
  readLarge: (
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ) => Promise<InboundEvent[]>
  /** Events may have been written. */
  onEventsRecorded: () => void
  onError: (error: unknown) => void
}

export interface InboundWorker {
  /** A request was kept. */
  wake(): void
  /** Finishes the request at hand, gives back the rest, and ends. */
  stop(): Promise<void>
}

const CLAIM = 32
const LEASE = 60 * SECOND
/** Of the lease, real milliseconds: what has not begun by then is given back. */
const BEGIN_WITHIN = 30 * SECOND
const POLL = SECOND
/** Of what was wrong with a request, characters. */
const MOST_KEPT = 2000
/** Of a transaction that gets into another's way. */
const MOST_RUNS = 4

/** What every step works with. */
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

/** One claim. Requests of a connection are applied in the order they came, those of several side by side. */
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
  // The connection was removed since the request came: there is nothing to apply it to.
  if (!connection) return finishInbound(db, row, null)
  const problems: unknown[] = []
  const unreadable: string[] = []
  await guarded(problems, () => applyAll(worker, row, connection, problems, unreadable))
  if (problems.length > 0) return recordFailure(worker, row, problems)
  if (unreadable.length === 0) return finishInbound(db, row, null)
  const summary = kept(unreadable)
  log.warn(
    { channel: row.channel, connectionId: row.connection_id, request: row.id, what: summary },
    'a provider sent what can not be read',
  )
  await finishInbound(db, row, summary)
}

/** What one part fails with is kept for later: the parts after it are applied. */
async function applyAll(
  worker: Worker,
  row: InboundRow,
  connection: SealedPart,
  problems: unknown[],
  unreadable: string[],
): Promise<void> {
  if (row.claim_version > inboundRetries.length + 1) throw new Error('no attempt at it came to an end')
  const settings = openSettings(worker.seal, connection)
  for (const [position, event] of (await inboundEventsOf(worker, row, connection, settings)).entries()) {
    if (row.applied.includes(position)) continue
    if (event.kind === 'unreadable') unreadable.push(event.detail)
    else await guarded(problems, () => apply(worker, row, { connection, settings }, position, event))
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
  { connection, settings }: { connection: SealedPart; settings: ConnectionSettings },
  position: number,
  event: ApplicableEvent,
): Promise<void> {
  const { db, clock, seal, process, allowPrivateNetwork } = worker
  const { workspace_id: workspaceId, connection_id: connectionId, channel } = row
  const { lane, provider } = connection
  const context = { seal, process, workspaceId, connectionId, lane, channel }
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
  const { receiver } = providerOf(channel, provider)
  const applied = (await applyOnce(worker, row, position, context, event)) && receiver
  worker.onEventsRecorded()
  if (applied)
    worker.pressReplies.send({ connectionId, receiver, call: { settings, allowPrivateNetwork }, press: event, result })
}

/** The mark and the change commit together, so that no repeat of the request applies it again. */
function applyOnce(
  { db, clock }: Worker,
  row: InboundRow,
  position: number,
  context: InboundEventContext,
  event: ApplicableEvent,
): Promise<boolean> {
  // Repeats at once, because the person may be waiting for the reply to a press.
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
    if (nextAt) log.warn({ err, request, channel, connectionId, attempt }, 'what a provider sent is tried again')
    else log.error({ err, request, channel, connectionId, attempt }, 'what a provider sent was set aside')
  }
  await recordInboundFailure(db, row, kept(problems.map(String)), nextAt)
}

/** Sentences as they stand with the request. */
function kept(sentences: string[]): string {
  return sentences.join('\n').slice(0, MOST_KEPT).toWellFormed().replaceAll('\0', '')
}

/** A database that is away is nobody's problem but its own: everything waits for it. */
async function guarded(problems: unknown[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isUnavailable(error)) throw error
    problems.push(error)
  }
}
