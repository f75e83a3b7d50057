// Settling: results of tries are written in sets, each transaction taking what ended while the one before was committing.
import type { Outcome } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import type { Clock } from '../lib/clock.ts'
import { sizes } from '../limits.ts'
import {
  CommitUnknown,
  type Database,
  isConnectionError,
  isContention,
  type Transaction,
  transaction,
} from '../store/database.ts'
import type { ClaimedRow } from '../store/queue.ts'
import { type SettleRow, settleTries } from '../store/settling.ts'
import { drawConsequences } from './consequences.ts'
import { markOutcomes } from './outcome-marks.ts'
import { applyEarlyReceipts, holdReceipts, type SettledMessage } from './receipts.ts'
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
  /**
   * Resolves when the settlement is committed; waits out a database that is away. Rejects for a settlement that can't be
   * kept, and for what is unsettled when `giveUp` is called and the database is away still.
   */
  settle(settlement: Settlement): Promise<void>
  /** From now on a database that is away is not waited for: leases run out, and the messages are tried again. */
  giveUp(): void
}

interface Waiting {
  settlement: Settlement
  done: () => void
  failed: (error: unknown) => void
}

const MOST = 500
const PAUSE_AFTER_ERROR = 500

export function createSettler(db: Database, clock: Clock, process: string, onError: (error: unknown) => void): Settler {
  let queue: Waiting[] = []
  let running = false
  let patient = true

  const run = async () => {
    running = true
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const set = queue.slice(0, MOST)
      queue = queue.slice(MOST)
      await keep(set)
    }
    running = false
  }

  // The fence makes repeating safe: what was kept already matches no lease any more.
  const keep = async (set: Waiting[]): Promise<void> => {
    for (;;) {
      try {
        const settlements = set.map(({ settlement }) => settlement)
        await transaction(db, (tx) => settleSet(tx, clock.now(), process, settlements))
        for (const { done } of set) done()
        return
      } catch (error) {
        const away = error instanceof CommitUnknown || isConnectionError(error)
        if (!away && !isContention(error)) return set.length === 1 ? set[0]!.failed(error) : keepHalves(set)
        if (!patient) {
          for (const { failed } of set) failed(error)
          return
        }
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR))
      }
    }
  }

  /** An unforeseen error is one settlement's: the others must not wait for it. */
  const keepHalves = async (set: Waiting[]) => {
    const middle = Math.ceil(set.length / 2)
    await keep(set.slice(0, middle))
    await keep(set.slice(middle))
  }

  return {
    settle: (settlement) =>
      new Promise((done, failed) => {
        queue.push({ settlement, done, failed })
        if (!running) void run()
      }),
    giveUp() {
      patient = false
    },
  }
}

/** One set in one transaction: rows first, then what they say of recipients and connections, then their consequences. */
async function settleSet(tx: Transaction, now: Date, process: string, set: Settlement[]): Promise<void> {
  const reported = set.flatMap(reportedMessageOf)
  await holdReceipts(tx, reported)
  const changed = await settleTries(tx, now, set.map(settleRowOf))
  const kept = new Set(changed.map((row) => row.id))
  await markOutcomes(
    tx,
    now,
    set.filter(({ row }) => kept.has(row.id)),
  )
  await drawConsequences(
    tx,
    now,
    process,
    changed.map((row) => ({ row, before: 'sending' })),
  )
  await applyEarlyReceipts(
    tx,
    now,
    process,
    reported.filter(({ id }) => kept.has(id)),
  )
}

/** A message that its provider will report about, or may have reported about already. */
function reportedMessageOf({ row, outcome, startedAt }: Settlement): SettledMessage[] {
  if (row.mode !== 'live' || outcome?.class !== 'sent' || outcome.externalId === null) return []
  const receipts = channelOf(row.channel as ChannelName).receiver?.receipts
  if (!receipts) return []
  return [
    {
      id: row.id,
      workspaceId: row.workspace_id,
      connectionId: row.lane,
      channel: row.channel,
      recipientId: row.recipient_id,
      address: row.address,
      externalId: outcome.externalId,
      sentAt: startedAt,
      watermarks: receipts === 'by_id_and_watermark',
    },
  ]
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
