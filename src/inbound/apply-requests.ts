// Applies the events of claimed requests of one connection. Consecutive reports of success are applied in sets. Each
// other event has its own transaction.
import { providerOf } from '../channels/providers.ts'
import { applyReports, findSettled, isAbout, isSuccessReport, type SuccessReport } from '../delivery/receipts/sets.ts'
import { byKey } from '../lib/by-key.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { type Transaction, transaction } from '../store/database.ts'
import { isContention, isUnavailable } from '../store/failures.ts'
import { markApplied } from '../store/inbound/inbound.ts'
import type { SealedPart } from '../store/workspaces/provider-connections.ts'
import { applyInboundEvent, type InboundEventContext } from './apply-event.ts'
import { takePressedAction } from './button-presses.ts'
import { confirmInbound } from './confirmations.ts'
import { type ClaimedRequest, guarded, type PendingEvent, pendingEventsOf, type ReadTools } from './pending-events.ts'
import type { Replies } from './replies.ts'
import { replyToEvent } from './reply-to-event.ts'

export interface ApplyTools extends ReadTools {
  clock: Clock
  /** The name of this process. Each process adds to separate counters, whose keys contain this name. */
  process: string
  allowPrivateNetwork: boolean
  /** Called when events for subscriptions may have been written. */
  onEventsRecorded: () => void
  /** Called if reports could not be applied together. */
  onError: (error: unknown) => void
  replies: Replies
}

type PendingReport = PendingEvent<SuccessReport>

/** Maximum number of events of a set. It limits the time for which other transactions wait for the rows of a set. */
const MOST_IN_SET = 128
/** Maximum number of runs of a transaction that conflicts with other transactions. */
const MOST_RUNS = 4

/**
 * Applies the events of the requests in order, and calls `onEnded` for each request that was applied or postponed. If an
 * event fails, its error is added to its request, and the next event is applied. As soon as `mayBegin` returns false, no
 * other request is begun, and the other requests are postponed.
 */
export async function applyRequests(
  tools: ApplyTools,
  connection: SealedPart,
  requests: ClaimedRequest[],
  { mayBegin, onEnded }: { mayBegin: () => boolean; onEnded: (requests: ClaimedRequest[]) => Promise<void> },
): Promise<void> {
  const readPending = pendingEventsOf(tools, connection)
  let read: ClaimedRequest[] = []
  let set: PendingReport[] = []
  const applyCollected = async () => {
    const collected = set
    set = []
    for (const reports of byKey(collected, ({ owner }) => owner.connection.id).values())
      await applySet(tools, reports, mayBegin)
  }
  const endRead = async () => {
    await applyCollected()
    const ended = read
    read = []
    if (ended.length > 0) await onEnded(ended)
  }
  for (const request of requests) {
    // Apply a repeated request alone: it may have crashed the process, and the others would then be repeated too.
    const isRepeated = request.row.claim_version > 1
    if (isRepeated) await endRead()
    if (!mayBegin()) request.state = 'postponed'
    const pending = request.state === 'postponed' ? [] : await readPending(request)
    for (const event of pending) {
      if (isReport(event)) {
        set.push(event)
        if (set.length === MOST_IN_SET) await endRead()
      } else {
        await applyCollected()
        await applyInTime(tools, event, mayBegin)
      }
    }
    read.push(request)
    if (isRepeated || set.length === 0) await endRead()
  }
  await endRead()
}

function isReport(pending: PendingEvent): pending is PendingReport {
  return isSuccessReport(pending.event)
}

/** Applies reports of one connection. Those that cannot be applied together are applied one after the other. */
async function applySet(tools: ApplyTools, reports: PendingReport[], mayBegin: () => boolean): Promise<void> {
  const inTime = reports.filter(({ request }) => request.state !== 'postponed')
  for (const report of await applyTogether(tools, inTime)) await applyInTime(tools, report, mayBegin)
}

/** Applies one event. Postpones its request if the time limit was reached before any of its events was applied. */
async function applyInTime(tools: ApplyTools, pending: PendingEvent, mayBegin: () => boolean): Promise<void> {
  const { request } = pending
  // A request with a problem is not postponed, because the problem is recorded as the result of an attempt.
  if (request.state === 'claimed' && request.problems.length === 0 && !mayBegin()) request.state = 'postponed'
  if (request.state !== 'postponed') await applyAlone(tools, pending)
}

/**
 * Applies reports in one transaction. Returns those that must be applied alone. These are all reports if the transaction
 * fails, so that each error is recorded for the request that causes it.
 */
async function applyTogether(tools: ApplyTools, reports: PendingReport[]): Promise<PendingReport[]> {
  const [first, second] = reports
  if (!first || !second) return reports
  const { db, clock, onEventsRecorded, onError } = tools
  const context = contextOf(tools, first)
  try {
    const { together, alone } = await repeat(MOST_RUNS, isContention, () =>
      transaction(db, async (tx) => {
        const messages = await findSettled(tx, context, reports.map(eventOf))
        const together = reports.filter(({ event }) => isAbout(event, messages))
        const alone = reports.filter(({ event }) => !isAbout(event, messages))
        const ours = await markEvents(tx, together)
        await applyReports(tx, clock.now(), context, ours.map(eventOf), messages)
        return { together, alone }
      }),
    )
    for (const { request } of together) request.state = 'begun'
    onEventsRecorded()
    return alone
  } catch (error) {
    if (isUnavailable(error)) throw error
    onError(error)
    return reports
  }
}

const eventOf = ({ event }: PendingReport) => event

/** Marks events as applied. Returns the events whose requests are still claimed by this process. */
async function markEvents<Pending extends PendingEvent>(tx: Transaction, events: Pending[]): Promise<Pending[]> {
  const requests = byKey(events, ({ request }) => request.row)
  const rows = [...requests].map(([{ id, claim_version }, ofRequest]) => {
    return { id, claim_version, positions: ofRequest.map(({ position }) => position) }
  })
  const ours = rows.length === 0 ? new Set() : await markApplied(tx, rows)
  return events.filter(({ request }) => ours.has(request.row.id))
}

function contextOf(
  { seal, process }: ApplyTools,
  { request, owner }: Pick<PendingEvent, 'request' | 'owner'>,
): InboundEventContext {
  const { workspace_id: workspaceId, channel } = request.row
  const { id: connectionId, lane } = owner.connection
  return { seal, process, workspaceId, connectionId, lane, channel }
}

/** Applies one event. An error is added to its request. */
async function applyAlone(tools: ApplyTools, pending: PendingEvent): Promise<void> {
  const { db, clock, seal, allowPrivateNetwork, onEventsRecorded, replies } = tools
  const { request, owner, event } = pending
  const { connection, settings } = owner
  const { row, problems } = request
  request.state = 'begun'
  await guarded(problems, async () => {
    const { receiver } = providerOf(row.channel, connection.provider)
    if (event.kind === 'confirmation') await confirmInbound(receiver, { settings, allowPrivateNetwork }, event)
    const since = row.claim_version > 1 ? row.received_at : undefined
    const result =
      event.kind === 'button_press' ? await takePressedAction(db, seal, clock.now(), event, since) : undefined
    const applied = await applyOnce(tools, pending)
    onEventsRecorded()
    if (!applied || !receiver) return
    const place = { connectionId: connection.id, receiver, call: { settings, allowPrivateNetwork } }
    replyToEvent(replies, clock.now(), place, event, result)
  })
}

/** Applies an event and marks it as applied in one transaction, so that a retry of the request skips it. */
function applyOnce(tools: ApplyTools, pending: PendingEvent): Promise<boolean> {
  const { db, clock } = tools
  // After a conflict, run the transaction again at once. A person may be waiting for the reply to a button press.
  return repeat(MOST_RUNS, isContention, () =>
    transaction(db, async (tx) => {
      const [ours] = await markEvents(tx, [pending])
      if (ours) await applyInboundEvent(tx, clock.now(), contextOf(tools, ours), ours.event)
      return ours !== undefined
    }),
  )
}
