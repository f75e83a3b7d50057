// Settling: results of tries are written in sets, each transaction taking what ended while the one before was committing.
import type { Outcome } from '../channels/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { sizes } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { type GoneDevice, removeGoneDevices } from '../store/push-devices.ts'
import type { ClaimedRow } from '../store/queue.ts'
import {
  markUnusable,
  moveChat,
  pauseConnection,
  pauseRecipient,
  type SettleRow,
  settleTries,
} from '../store/settling.ts'
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

interface Waiting {
  settlement: Settlement
  done: () => void
}

const MOST = 500
const PAUSE_AFTER_ERROR = 500

export function createSettler(db: Database, clock: Clock, process: string, onError: (error: unknown) => void): Settler {
  let queue: Waiting[] = []
  let running = false

  const run = async () => {
    running = true
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const set = queue.slice(0, MOST)
      queue = queue.slice(MOST)
      await settleUntilKept(set.map(({ settlement }) => settlement))
      for (const { done } of set) done()
    }
    running = false
  }

  // The fence makes repeating safe: what was kept already matches no lease any more.
  const settleUntilKept = async (set: Settlement[]) => {
    for (;;) {
      try {
        return await transaction(db, (tx) => settleSet(tx, clock.now(), process, set))
      } catch (error) {
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR))
      }
    }
  }

  return {
    settle: (settlement) =>
      new Promise((done) => {
        queue.push({ settlement, done })
        if (!running) void run()
      }),
  }
}

/** One set in one transaction: rows first, then devices, then the rows' consequences, pauses and marks. */
async function settleSet(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<void> {
  const changed = await settleTries(tx, now, set.map(settleRowOf))
  const kept = new Set(changed.map((row) => row.id))
  const gone = set.filter(({ row }) => kept.has(row.id)).flatMap(goneDevicesOf)
  // Before months are locked: recipients come first, as in admission.
  if (gone.length > 0) await removeGoneDevices(tx, now, gone)
  await drawConsequences(
    tx,
    now,
    process,
    changed.map((row) => ({ row, before: 'sending' })),
  )
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
    external_id: outcome?.class === 'sent' ? keepable(outcome.externalId) : null,
    error_code: plan.errorCode,
    error_message: plan.errorMessage,
    progress: outcome?.progress ?? row.progress,
    captured: captured ?? null,
    ...(outcome && attemptOf(outcome, startedAt, endedAt)),
  }
}

/** A provider's id longer than any known one's is nothing to look messages up by. */
function keepable(externalId: string | null): string | null {
  return externalId !== null && externalId.length <= sizes.externalId ? externalId : null
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

function goneDevicesOf({ row, outcome, startedAt }: Settlement): GoneDevice[] {
  return (outcome?.goneDevices ?? []).map((device) => ({
    workspace_id: row.workspace_id,
    recipient_id: row.recipient_id,
    device,
    before: startedAt.toISOString(),
  }))
}

/** What an outcome says beyond its own message: about the connection, the recipient or the address. */
async function applyOutcome(tx: Transaction, row: ClaimedRow, outcome: Outcome, now: Date): Promise<void> {
  if (outcome.movedTo !== undefined && row.mode === 'live') {
    const { workspace_id: workspaceId, recipient_id: recipientId, address: from } = row
    await moveChat(tx, { workspaceId, recipientId, from, to: outcome.movedTo, at: now })
  }
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
  } else if (outcome.class === 'recipient_gone' && row.mode === 'live' && !outcome.goneDevices) {
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
