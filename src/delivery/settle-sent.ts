// Settles a set of sent messages in one round trip, if their settlement has no effect on other rows.
import type { Transaction } from '../store/database.ts'
import { type SentRow, settleSent } from '../store/delivery/settling-sent.ts'
import { recordStatusChanges, type StatusChange } from './consequences.ts'
import { reachesBeyondMessage } from './outcome-effects.ts'
import { reportedMessageOf, type SentOutcome, type Settlement, storedExternalId } from './settlement.ts'

type SimpleSettlement = Settlement & { outcome: SentOutcome }

/**
 * Returns whether the message was sent, and its settlement needs no data from the database: it has no effect on other
 * rows, no receipts, and no message for the test inbox.
 */
export function isSimple(settlement: Settlement): settlement is SimpleSettlement {
  return (
    settlement.outcome?.class === 'sent' &&
    settlement.captured === undefined &&
    !reachesBeyondMessage(settlement) &&
    reportedMessageOf(settlement).length === 0
  )
}

/** Writes the set and its consequences. `isClaimLost` recognizes the error if a message cannot be settled in this way. */
export async function settleInOneTrip(
  tx: Transaction,
  now: Date,
  process: string,
  set: SimpleSettlement[],
): Promise<void> {
  settleSent(tx, now, set.map(sentRowOf))
  await recordStatusChanges(tx, now, process, set.map(changeOf))
}

function sentRowOf({ row, plan, outcome, startedAt, endedAt, chosen }: SimpleSettlement): SentRow {
  return {
    id: row.id,
    claim_version: row.claim_version,
    attempts_made: plan.attemptsMade,
    external_id: storedExternalId(outcome),
    connection_id: chosen?.id ?? null,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    provider_status: outcome.providerStatus,
    code: outcome.code,
    response: outcome.response,
  }
}

/** Returns the change of the message. It contains no account and no cost, because a sent message is not refunded. */
function changeOf({ row }: SimpleSettlement): StatusChange {
  const { id, workspace_id, mode, period, channel, content } = row
  const changed = { id, workspace_id, mode, period, channel, status: 'sent', error_code: null } as const
  const has_files = content.attachments.length > 0
  return { row: { ...changed, account: null, cost: 0, has_files, has_subscription: false }, before: 'sending' }
}
