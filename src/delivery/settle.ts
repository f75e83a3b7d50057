// Settling: results of tries are written in sets, each transaction taking what ended while the one before was committing.
import type { Outcome } from '../channels/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { inSets } from '../lib/in-sets.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import type { ClaimedRow } from '../store/queue.ts'
import { markUnusable, pauseConnection, pauseRecipient, type SettleRow, settleTries } from '../store/settling.ts'
import { drawConsequences } from './consequences.ts'
import type { Plan } from './retry.ts'

export interface Settlement {
  row: ClaimedRow
  plan: Plan
  /** Null when no try was made. */
  outcome: Outcome | null
  startedAt: Date
  endedAt: Date
  captured?: Record<string, unknown>
}

export interface Settler {
  /** Resolves when the settlement is committed; waits out a database that is away. */
  settle(settlement: Settlement): Promise<void>
}

const MOST = 500

export function createSettler(db: Database, clock: Clock, process: string, onError: (error: unknown) => void): Settler {
  // The fence makes repeating safe: what was kept already matches no lease any more.
  const settle = inSets<Settlement>(
    MOST,
    (set) => transaction(db, (tx) => settleSet(tx, clock.now(), process, set)),
    onError,
  )
  return { settle }
}

/** One set in one transaction: rows first, then their consequences, pauses and marks. */
async function settleSet(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<void> {
  const changed = await settleTries(tx, now, set.map(settleRowOf))
  await drawConsequences(
    tx,
    now,
    process,
    changed.map((row) => ({ row, before: 'sending' })),
  )
  const kept = new Set(changed.map((row) => row.id))
  for (const settlement of set) {
    if (settlement.outcome && kept.has(settlement.row.id))
      await applyOutcome(tx, settlement.row, settlement.outcome, now)
  }
}

function settleRowOf({ row, plan, outcome, startedAt, endedAt, captured }: Settlement): SettleRow {
  return {
    id: row.id,
    attempt: row.attempt,
    status: plan.status,
    ready: plan.ready,
    next_at: plan.nextAt?.toISOString() ?? null,
    tries: plan.tries,
    external_id: outcome?.class === 'sent' ? outcome.externalId : null,
    error_code: plan.errorCode,
    error_message: plan.errorMessage,
    progress: outcome?.progress ?? row.progress,
    captured: captured ?? null,
    ...(outcome && attemptOf(outcome, startedAt, endedAt)),
  }
}

function attemptOf(outcome: Outcome, startedAt: Date, endedAt: Date): Partial<SettleRow> {
  return {
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    outcome: outcome.class,
    provider_status: outcome.providerStatus,
    code: outcome.code,
    reason: 'reason' in outcome ? outcome.reason : undefined,
    remedy: 'remedy' in outcome ? outcome.remedy : undefined,
    response: outcome.response,
  }
}

/** What an outcome says beyond its own message: about the connection, the recipient or the address. */
async function applyOutcome(tx: Transaction, row: ClaimedRow, outcome: Outcome, now: Date): Promise<void> {
  if (outcome.class === 'throttled') {
    if (outcome.scope === 'recipient' || row.connection_version === null)
      await pauseRecipient(tx, row.lane, row.recipient_id, outcome.until)
    else
      await pauseConnection(tx, {
        lane: row.lane,
        version: row.connection_version,
        until: outcome.until,
        reason: outcome.reason,
      })
  } else if (outcome.class === 'misconfigured' && row.connection_version !== null) {
    await pauseConnection(tx, {
      lane: row.lane,
      version: row.connection_version,
      until: 'infinity',
      reason: `${outcome.reason}. ${outcome.remedy}`,
    })
  } else if (outcome.class === 'recipient_gone' && row.mode === 'live') {
    await markUnusable(tx, {
      workspaceId: row.workspace_id,
      recipientId: row.recipient_id,
      channel: row.channel,
      address: row.address,
      reason: outcome.reason,
      at: now,
    })
  }
}
