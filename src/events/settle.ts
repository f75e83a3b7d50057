// Settles attempts: stores the results, the attempts and the health of the subscriptions in one transaction.
import { later } from '../lib/clock.ts'
import { DAY, mailLimits } from '../limits.ts'
import { meters } from '../meters.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import type { OutgoingRow } from '../store/events/dispatching.ts'
import { type OutgoingResult, settleOutgoing, settleReceived } from '../store/events/settling.ts'
import { forgetFailures, type HealthRow, lockHealth, writeHealth } from '../store/events/subscriptions.ts'
import { insertNotice, noticeAddresses } from '../store/workspaces/notices.ts'
import type { OutgoingAttempt } from './attempt.ts'
import { judge, type NextOutgoingState } from './judge.ts'
import { disabledNotice } from './notices.ts'

export interface OutgoingSettlement {
  row: OutgoingRow
  attempt: OutgoingAttempt
  plan: NextOutgoingState
  startedAt: Date
  endedAt: Date
}

export interface OutgoingSettleTools {
  db: Database
  /** Whether notices are sent by email. If not, they are only stored. */
  mails: boolean
}

/**
 * Settles a set of attempts. Ignores each attempt whose lease was lost. A set without failed attempts, as nearly all
 * sets are, needs one round trip.
 */
export async function settleAttempts(
  { db, mails }: OutgoingSettleTools,
  now: Date,
  set: OutgoingSettlement[],
): Promise<void> {
  await transaction(db, async (tx) => {
    if (set.every(({ attempt }) => attempt.received)) return settleReceived(tx, set.map(resultOf))
    const changed = new Set(await settleOutgoing(tx, set.map(resultOf)))
    const settled = set.filter(({ row }) => changed.has(row.id) && row.kind === 'event')
    if (settled.length > 0) await judgeReceivers(tx, now, mails, settled)
  })
}

export function resultOf({ row, attempt, plan, startedAt, endedAt }: OutgoingSettlement): OutgoingResult {
  return {
    id: row.id,
    claim_version: row.claim_version,
    status: plan.status,
    next_at: plan.nextAt?.toISOString() ?? null,
    attempts_made: plan.attemptsMade,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    received: attempt.received,
    http_status: attempt.status,
    reason: attempt.reason,
    excerpt: attempt.excerpt,
    request: attempt.request ?? null,
  }
}

/**
 * Updates the health of the subscriptions. Locks only the subscriptions with a failed attempt, because nearly all
 * attempts succeed.
 */
async function judgeReceivers(
  tx: Transaction,
  now: Date,
  mails: boolean,
  settled: OutgoingSettlement[],
): Promise<void> {
  const failing = new Set(
    settled.filter(({ attempt }) => !attempt.received).flatMap(({ row }) => row.subscription_id ?? []),
  )
  const healthy = new Set(settled.flatMap(({ row }) => row.subscription_id ?? []).filter((id) => !failing.has(id)))
  if (healthy.size > 0) forgetFailures(tx, [...healthy])
  if (failing.size === 0) return
  for (const receiver of await lockHealth(tx, [...failing])) {
    const attempts = settled
      .filter(({ row }) => row.subscription_id === receiver.id)
      .sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
      .map(({ attempt, endedAt }) => ({ received: attempt.received, status: attempt.status, endedAt }))
    const { failures, failingSince, disable } = judge(receiver, attempts)
    writeHealth(tx, now, { id: receiver.id, failures, failing_since: failingSince, disabled_reason: disable })
    if (disable === null) continue
    meters.subscriptionsDisabled.inc()
    await recordNotice(tx, now, mails, receiver, disable)
  }
}

async function recordNotice(tx: Transaction, now: Date, mails: boolean, receiver: HealthRow, reason: string) {
  const since = later(now, -DAY)
  const { workspace_name, addresses, mailed } = await noticeAddresses(tx, receiver.workspace_id, since)
  const isMailed = mails && addresses.length > 0 && mailed < mailLimits.noticesOfWorkspace
  insertNotice(tx, now, {
    workspaceId: receiver.workspace_id,
    kind: 'subscription_disabled',
    recipients: addresses,
    mail: isMailed ? 'waiting' : 'kept',
    ...disabledNotice({ workspaceName: workspace_name, id: receiver.id, url: receiver.url, reason }),
  })
}
