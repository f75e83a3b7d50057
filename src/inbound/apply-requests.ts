// Applies the events of claimed requests of one connection. Consecutive reports of success are applied in sets. Each
// other event has its own transaction.
import { providerOf } from '../channels/providers.ts'
import {
  applyReports,
  canJoinSet,
  isSuccessReport,
  lockReported,
  type SuccessReport,
} from '../delivery/receipts/sets.ts'
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
  replies: Replies
}

type PendingReport = PendingEvent<SuccessReport>

/** Maximum number of events of a set. It limits the time for which other transactions wait for the locks of a set. */
const MOST_IN_SET = 128
/** Maximum number of runs of a transaction that conflicts with other transactions. */
const MOST_RUNS = 4

/**
 * Applies the events of the requests in order. If an event fails, its error is added to its request, and the next event
 * is applied. As soon as `mayBegin` returns false, no other request is begun. Returns the requests that were begun.
 */
export async function applyRequests(
  tools: ApplyTools,
  connection: SealedPart,
  requests: ClaimedRequest[],
  mayBegin: () => boolean,
): Promise<ClaimedRequest[]> {
  const readPending = pendingEventsOf(tools, connection)
  const begun: ClaimedRequest[] = []
  let set: PendingReport[] = []
  const applyCollected = async () => {
    const collected = set
    set = []
    for (const events of byKey(collected, ({ owner }) => owner.connection.id).values()) await applySet(tools, events)
  }
  for (const request of requests) {
    if (!mayBegin()) break
    begun.push(request)
    for (const pending of await readPending(request)) {
      if (isReport(pending)) {
        set.push(pending)
        if (set.length === MOST_IN_SET) await applyCollected()
      } else {
        await applyCollected()
        await applyAlone(tools, pending)
      }
    }
  }
  await applyCollected()
  return begun
}

function isReport(pending: PendingEvent): pending is PendingReport {
  return isSuccessReport(pending.event)
}

/** Applies reports of one connection. Those that cannot be applied together are applied one after the other. */
async function applySet(tools: ApplyTools, reports: [PendingReport, ...PendingReport[]]): Promise<void> {
  for (const report of await applyTogether(tools, reports)) await applyAlone(tools, report)
}

/**
 * Applies reports in one transaction. Returns those that must be applied alone. These are all reports if the transaction
 * fails, so that each error is recorded for the request that causes it.
 */
async function applyTogether(
  tools: ApplyTools,
  reports: [PendingReport, ...PendingReport[]],
): Promise<PendingReport[]> {
  const [{ request, owner }, ...others] = reports
  if (others.length === 0) return reports
  const { db, clock, onEventsRecorded } = tools
  const context = contextOf(tools, { request, owner })
  try {
    const alone = await repeat(MOST_RUNS, isContention, () =>
      transaction(db, async (tx) => {
        const messages = await lockReported(tx, context, reports.map(eventOf))
        const together = reports.filter(({ event }) => canJoinSet(event, messages))
        const ours = await claimEvents(tx, together)
        await applyReports(tx, clock.now(), context, ours.map(eventOf), messages)
        return reports.filter((report) => !together.includes(report))
      }),
    )
    onEventsRecorded()
    return alone
  } catch (error) {
    if (isUnavailable(error)) throw error
    return reports
  }
}

const eventOf = ({ event }: PendingReport) => event

/** Marks events as applied. Returns them without the events of requests that another process has claimed. */
async function claimEvents<Pending extends PendingEvent>(tx: Transaction, events: Pending[]): Promise<Pending[]> {
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
      const [ours] = await claimEvents(tx, [pending])
      if (ours) await applyInboundEvent(tx, clock.now(), contextOf(tools, ours), ours.event)
      return ours !== undefined
    }),
  )
}
