// Settles attempts in sets. Each transaction settles the attempts that ended while the previous transaction committed.
import type { Outcome } from '../channels/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { inSets } from '../lib/scheduling/in-sets.ts'
import { inSpan } from '../lib/trace.ts'
import { bodyWork } from '../limits.ts'
import { meters } from '../meters.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { type ChangedRow, type SettleRow, settleLeased } from '../store/delivery/settling.ts'
import { isClaimLost } from '../store/delivery/settling-sent.ts'
import { isPassing } from '../store/failures.ts'
import { recordStatusChanges } from './consequences.ts'
import { applyOutcomeEffects } from './outcome-effects.ts'
import { emitDeferred, moveTokensOf } from './quiet-hours/deferral.ts'
import { applyEarlyReceipts, holdReceipts } from './receipts/taking.ts'
import { type NextDeliveryState, remedyColumns } from './retry.ts'
import { isSimple, settleInOneTrip } from './settle-sent.ts'
import { reportedMessageOf, type Settlement, storedExternalId } from './settlement.ts'

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
  const simple = set.filter(isSimple)
  if (simple.length === set.length && !simple.some(({ row }) => subscribed.has(row.workspace_id))) {
    try {
      return await transaction(db, (tx) => settleInOneTrip(tx, now, process, simple))
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
 * Writes the settled rows. Then applies the outcomes to recipients and connections, records the consequences of the
 * status changes, and applies receipts that arrived before the settlement. Returns the changed rows.
 */
async function settleInSteps(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<ChangedRow[]> {
  const reported = set.flatMap(reportedMessageOf)
  await holdReceipts(tx, reported)
  const changed = await settleLeased(tx, now, set.map(settleRowOf))
  const settled = new Set(changed.map((row) => row.id))
  await moveTokensOf(
    tx,
    set.filter(({ row }) => settled.has(row.id)),
  )
  await emitDeferred(tx, now, changed, set)
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

function settleRowOf(settlement: Settlement): SettleRow {
  const { row, plan, outcome, startedAt, endedAt, captured, chosen } = settlement
  return {
    id: row.id,
    claim_version: row.claim_version,
    status: plan.status,
    ready: plan.ready,
    next_at: plan.nextAt?.toISOString() ?? null,
    attempts_made: plan.attemptsMade,
    external_id: outcome?.class === 'sent' ? storedExternalId(outcome) : null,
    error_code: plan.errorCode,
    error_message: plan.errorMessage,
    progress: settlement.progress === undefined ? (outcome?.progress ?? row.progress) : settlement.progress,
    captured: captured ?? null,
    connection_id: chosen?.id ?? null,
    deferred_until: settlement.deferral?.until.toISOString(),
    expires_at: settlement.deferral?.expiresAt.toISOString(),
    ...(outcome && attemptOf(plan, outcome, startedAt, endedAt)),
  }
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
