// Settles sent messages whose settlement has no effect on other rows, in one round trip with COMMIT.
import { asJson, type Transaction } from '../database.ts'
import { errorCode } from '../failures.ts'
import type { SettleRow } from './settling.ts'
import { statusUpdate } from './status-writer.ts'

/** A sent message whose settlement has no effect on other rows. */
export type SentRow = Required<Pick<SettleRow, 'id' | 'claim_version' | 'attempts_made' | 'external_id'>> &
  Pick<SettleRow, 'connection_id' | 'started_at' | 'ended_at' | 'provider_status' | 'code' | 'response'>

// Reads fewer columns than SETTLE, because only the columns of a sent message can have a value. The caller does not wait
// for the result, so the statement checks its conditions itself. If a lease was lost or a workspace has a subscription,
// the statement fails with 22P02, and the transaction fails with it.
const SETTLE_SENT = `
with r as materialized (
  select * from json_to_recordset($1::json) as r(id bigint, claim_version int, attempts_made smallint, external_id text, connection_id bigint,
    started_at timestamptz, ended_at timestamptz, provider_status text, code text, response text)
), settled as (
  ${statusUpdate({
    cause: 'settlement',
    to: 'sent',
    at: '$2',
    from: 'r',
    set: `tries = r.attempts_made, external_id = coalesce(r.external_id, d.external_id), error_code = null, error_message = null, progress = null`,
    where: 'd.id = any(array(select id from r)) and d.id = r.id and d.attempt = r.claim_version',
  })}
  returning d.id, d.workspace_id
), recorded as (
  insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, provider_status, code, response, connection_id)
  select r.id, r.claim_version, r.started_at, r.ended_at, 'sent', r.provider_status, r.code, r.response, r.connection_id
  from r join settled s on s.id = r.id
)
select case when count(*) = $3 and not exists (
         select from subscriptions where workspace_id in (select workspace_id from settled)
       ) then 1 else ('not as claimed: ' || count(*))::int end
from settled`

/**
 * Settles sent messages of workspaces without subscriptions. If a lease was lost or a workspace has a subscription, the
 * transaction fails with an error. `isClaimLost` recognizes this error.
 */
export function settleSent(tx: Transaction, now: Date, rows: SentRow[]): void {
  tx.send({ name: 'settle-sent', text: SETTLE_SENT, values: [asJson(rows), now.toISOString(), rows.length] })
}

/** Returns true if `settleSent` failed because a lease was lost or a workspace has a subscription. */
export function isClaimLost(error: unknown): boolean {
  return errorCode(error) === '22P02' && error instanceof Error && error.message.includes('not as claimed')
}
