// Settles attempts in sets. Each transaction settles the attempts that ended while the previous transaction committed.
import type { Outcome } from '../channels/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { inSets } from '../lib/scheduling/in-sets.ts'
import { inSpan } from '../lib/trace.ts'
import { bodyWork, sizes } from '../limits.ts'
import { meters } from '../meters.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import {
  type ChangedRow,
  isClaimLost,
  type SettleRow,
  settleAsClaimed,
  settleLeased,
} from '../store/delivery/settling.ts'
import { isPassing } from '../store/failures.ts'
import { recordStatusChanges, type StatusChange } from './consequences.ts'
import { applyOutcomeEffects, reachesBeyondMessage } from './outcome-effects.ts'
import { applyEarlyReceipts, holdReceipts, type SettledMessage } from './receipts.ts'
import { type NextDeliveryState, remedyColumns } from './retry.ts'
import type { Settlement } from './settlement.ts'

export interface Settler {
  /**
   * Resolves when the settlement is committed. Retries while the database is unavailable. Rejects if the settlement
   * cannot be written, or if `stopRetrying` is called while the database is unavailable.
   */
  settle(settlement: Settlement): Promise<void>
  /** Stops retrying while the database is unavailable. The leases run out, and the messages are attempted again. */
  stopRetrying(): void
}

const MOST = 500

export function createSettler(db: Database, clock: Clock, process: string, onError: (error: unknown) => void): Settler {
  /** Workspaces that had a subscription at their last settlement. */
  const subscribed = new Set<number>()
  const sets = inSets<Settlement>({
    most: MOST,
    weight: { of: weightOf, most: bodyWork.inOneSet },
    // It is safe to repeat the work: a settled attempt no longer has a lease, so a second settlement of the attempt
    // changes nothing.
    work: (set) => settleSet({ db, process, subscribed }, clock.now(), set),
    mayPass: isPassing,
    onError,
  })
  return {
    settle: (settlement) =>
      inSpan('carillon.settle', settlement.row.trace, attributesOf(settlement), () => sets.put(settlement)).then(() =>
        countSettled(settlement),
      ),
    stopRetrying: sets.stopRetrying,
  }
}

function attributesOf({ row, plan, outcome }: Settlement) {
  return {
    'carillon.delivery_id': row.id,
    'carillon.status': plan.status,
    ...(outcome && { 'carillon.outcome': outcome.class }),
  }
}

function countSettled({ row, plan, outcome }: Settlement): void {
  if (outcome) meters.attempts.inc({ channel: row.channel, outcome: outcome.class })
  if (plan.status !== 'queued') meters.ended.inc({ channel: row.channel, status: plan.status })
}

/**
 * Returns the number of characters in the message that the sandbox captured. One transaction stores a set of
 * settlements with these messages, so the total number of characters in a set is limited.
 */
function weightOf({ captured }: Settlement): number {
  if (!captured) return 0
  return Object.values(captured).reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
}

interface SettleTools {
  db: Database
  process: string
  subscribed: Set<number>
}

/**
 * Settles a set in one transaction. Needs only one round trip if all settlements are simple and no row has changed
 * since its claim.
 */
async function settleSet({ db, process, subscribed }: SettleTools, now: Date, set: Settlement[]): Promise<void> {
  if (set.every((settlement) => isSimple(settlement) && !subscribed.has(settlement.row.workspace_id))) {
    try {
      return await transaction(db, (tx) => settleInOneTrip(tx, now, process, set))
    } catch (error) {
      if (!isClaimLost(error)) throw error
    }
  }
  const changed = await transaction(db, (tx) => settleInSteps(tx, now, process, set))
  for (const row of changed) {
    if (row.has_subscription) subscribed.add(row.workspace_id)
    else subscribed.delete(row.workspace_id)
  }
}

/**
 * Returns whether the settlement needs no data from the database, because it has no refund, no effect on other rows,
 * and no receipts.
 */
function isSimple(settlement: Settlement): boolean {
  return (
    settlement.plan.status !== 'failed' &&
    !reachesBeyondMessage(settlement) &&
    reportedMessageOf(settlement).length === 0
  )
}

async function settleInOneTrip(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<void> {
  settleAsClaimed(tx, now, set.map(settleRowOf))
  const changes = set.map(
    ({ row, plan }): StatusChange => ({
      row: { ...changedRowOf(row), status: plan.status, error_code: plan.errorCode },
      before: 'sending',
    }),
  )
  await recordStatusChanges(tx, now, process, changes)
}

/**
 * Returns the row that `settleAsClaimed` changes. The row contains no account and no cost, because `settleAsClaimed`
 * refunds nothing.
 */
function changedRowOf({
  id,
  workspace_id,
  mode,
  period,
  channel,
  content,
}: ClaimedRow): Omit<ChangedRow, 'status' | 'error_code'> {
  const has_files = content.attachments.length > 0
  return { id, workspace_id, mode, period, channel, account: null, cost: 0, has_files, has_subscription: false }
}

/**
 * Writes the settled rows. Then applies the outcomes to recipients and connections, records the consequences of the
 * status changes, and applies receipts that arrived before the settlement. Returns the changed rows.
 */
async function settleInSteps(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<ChangedRow[]> {
  const reported = set.flatMap(reportedMessageOf)
  await holdReceipts(tx, reported)
  const changed = await settleLeased(tx, now, set.map(settleRowOf))
  const settled = new Set(changed.map((row) => row.id))
  await applyOutcomeEffects(
    tx,
    now,
    set.filter(({ row }) => settled.has(row.id)),
  )
  await recordStatusChanges(
    tx,
    now,
    process,
    changed.map((row) => ({ row, before: 'sending' })),
  )
  await applyEarlyReceipts(
    tx,
    now,
    process,
    reported.filter(({ id }) => settled.has(id)),
  )
  return changed
}

/**
 * Returns the message in a list if its provider sends receipts, and otherwise an empty list. The caller then applies
 * the receipts that arrived before the settlement.
 */
function reportedMessageOf({ row, outcome, startedAt, chosen }: Settlement): SettledMessage[] {
  if (row.mode !== 'live' || outcome?.class !== 'sent' || outcome.externalId === null) return []
  const receipts = chosen?.provider.receiver?.receipts
  if (!receipts) return []
  return [
    {
      id: row.id,
      workspaceId: row.workspace_id,
      connectionId: chosen?.id ?? row.lane,
      channel: row.channel,
      recipientId: row.recipient_id,
      address: row.address,
      externalId: outcome.externalId,
      sentAt: startedAt,
      watermarks: receipts === 'by_id_and_watermark',
    },
  ]
}

function settleRowOf({ row, plan, outcome, startedAt, endedAt, captured, chosen }: Settlement): SettleRow {
  return {
    id: row.id,
    claim_version: row.claim_version,
    status: plan.status,
    ready: plan.ready,
    next_at: plan.nextAt?.toISOString() ?? null,
    attempts_made: plan.attemptsMade,
    external_id: outcome?.class === 'sent' ? keepable(outcome.externalId) : null,
    error_code: plan.errorCode,
    error_message: plan.errorMessage,
    progress: outcome?.progress ?? row.progress,
    captured: captured ?? null,
    connection_id: chosen?.id ?? null,
    ...(outcome && attemptOf(plan, outcome, startedAt, endedAt)),
  }
}

/** Returns the provider's id of the message. Returns null if the id is too long to be an id of a supported provider. */
function keepable(externalId: string | null): string | null {
  return externalId !== null && externalId.length <= sizes.externalId ? externalId : null
}

function attemptOf(plan: NextDeliveryState, outcome: Outcome, startedAt: Date, endedAt: Date): Partial<SettleRow> {
  return {
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    outcome: outcome.class,
    provider_status: outcome.providerStatus,
    code: outcome.code,
    reason: 'reason' in outcome ? outcome.reason : undefined,
    ...('remedies' in outcome ? remedyColumns(plan, outcome.remedies) : {}),
    response: outcome.response,
  }
}
