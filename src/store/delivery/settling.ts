// Writes the results of attempts and confirmations: statuses, attempts, counters and pauses of recipients.
import type { Outcome } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus, StatusAfter } from '../../delivery-states.ts'
import { asJson, type Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'
import { leased } from './lanes.ts'
import { statusUpdate } from './status-writer.ts'

export interface SettleRow {
  id: number
  claim_version: number
  status: StatusAfter<'settlement'>
  ready: boolean
  next_at: string | null
  attempts_made: number
  external_id: string | null
  error_code: string | null
  error_message: string | null
  progress: Record<string, unknown> | null
  /** The message as it was composed. The test inbox shows it. */
  captured: Record<string, unknown> | null
  /** The connection that the attempt used. For null, see `attemptedThrough` in reported-messages.ts. */
  connection_id?: number | null
  /** Set if quiet hours defer the message, with its later expiry. */
  deferred_until?: string | undefined
  expires_at?: string | undefined
  /** This field and the fields below are stored in `attempts`. If there is no outcome, no attempt was made. */
  outcome?: Outcome['class']
  started_at?: string
  ended_at?: string
  provider_status?: string
  code?: string
  reason?: string
  /** The remedy that applies to the new status. */
  remedy?: string | undefined
  /** The remedy that applies after the message has failed. */
  final_remedy?: string
  response?: string
}

/** A delivery whose status has changed, with the columns that events, counters and refunds need. */
export interface ChangedRow {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  period: string
  channel: ChannelName
  status: DeliveryStatus
  error_code: string | null
  account: 'quota' | 'whatsapp' | 'credits' | null
  cost: number
  has_files: boolean
  has_subscription: boolean
}

/** The columns of a ChangedRow, for the row `d`. */
export const CHANGED = `d.id, d.workspace_id, d.mode, d.period, d.channel, d.status, d.error_code, d.account, d.cost,
  jsonb_array_length(d.content->'attachments') > 0 as has_files,
  exists (select from subscriptions s where s.workspace_id = d.workspace_id) as has_subscription`

/** A changed delivery, with the status that it had before. */
export type ChangedFrom = ChangedRow & { before: DeliveryStatus }

/**
 * The previous status of the row `d`. It is the second-last entry of the history, because each change adds one entry.
 */
export const BEFORE = `d.history->-2->>'status' as before`

/** A message that is rescheduled without an attempt keeps the error of its last attempt. */
const KEEPS_ERROR = `r.outcome is null and r.status = 'queued' and d.error_code is not null`

// The rows are found by an array of ids, because a join would read the whole table (see queue.ts). They are locked in
// any order. This causes no deadlock: a delivery that a worker has claimed is otherwise locked by statements that lock
// only this delivery, or skip locked rows. A note of a fallback is an inserted row, which needs no lock (migration 0061).
const SETTLE = `
with r as materialized (
  select * from json_to_recordset($1::json) as r(id bigint, claim_version int, status text, ready boolean, next_at timestamptz, attempts_made smallint,
    external_id text, error_code text, error_message text, progress jsonb, captured jsonb, connection_id bigint, started_at timestamptz, ended_at timestamptz,
    outcome text, provider_status text, code text, reason text, remedy text, final_remedy text, response text, deferred_until timestamptz, expires_at timestamptz)
), settled as (
  ${statusUpdate({
    cause: 'settlement',
    to: { column: 'r.status' },
    at: '$2',
    ready: 'r.ready',
    from: 'r',
    set: `next_at = coalesce(r.next_at, d.next_at), deferred_until = coalesce(r.deferred_until, d.deferred_until),
      expires_at = coalesce(r.expires_at, d.expires_at), tries = r.attempts_made, external_id = coalesce(r.external_id, d.external_id),
      error_code = case when ${KEEPS_ERROR} then d.error_code else r.error_code end,
      error_message = case when ${KEEPS_ERROR} then d.error_message else r.error_message end, progress = case when r.status = 'queued' then r.progress end`,
    where: 'd.id = any(array(select id from r)) and d.id = r.id and d.attempt = r.claim_version',
  })}
  returning ${CHANGED}
), recorded as (
  insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, provider_status, code, reason, remedy, final_remedy, response, connection_id)
  select r.id, r.claim_version, r.started_at, r.ended_at, r.outcome, r.provider_status, r.code, r.reason, r.remedy, r.final_remedy, r.response, r.connection_id
  from r join settled s on s.id = r.id where r.outcome is not null
), inbox as (
  insert into test_messages (delivery_id, workspace_id, message, at)
  select s.id, s.workspace_id, r.captured, $2::text::timestamptz from r join settled s on s.id = r.id
  where jsonb_typeof(r.captured) = 'object'
  on conflict (delivery_id) do update set message = excluded.message, at = excluded.at
)
select * from settled`

/**
 * Settles the attempts whose lease is still valid, and returns the changed deliveries. A worker whose lease was lost
 * changes nothing.
 */
export async function settleLeased(tx: Transaction, now: Date, rows: SettleRow[]): Promise<ChangedRow[]> {
  return rowsOf<ChangedRow>(tx, {
    name: 'settle-leased',
    text: SETTLE,
    values: [asJson(rows), now.toISOString()],
  })
}

/**
 * Whether only this connection may repeat the message, because the message may have arrived through it. A message of
 * which a provider has sent a part is not meant.
 */
const ONLY_HERE = `((d.progress->'connections'->>'only')::bigint = $6 and d.progress - 'connections' = '{}')`

const CONFIRM = `with changed as (
  ${statusUpdate({
    cause: 'confirmation',
    to: 'sent',
    at: '$5',
    set: `external_id = $4, tries = d.tries + (${leased('d')})::int, error_code = null, error_message = null, progress = null`,
    where: `d.id = $1 and d.workspace_id = $2 and d.lane = $3 and (${leased('d')} or d.error_code = 'ambiguous' or ${ONLY_HERE})`,
  })}
  returning ${CHANGED}, d.recipient_id, d.address, d.attempt, ${BEFORE}
), recorded as (
  insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, response, connection_id)
  select id, attempt, $5::text::timestamptz, $5::text::timestamptz, 'sent', 'confirmed by the provider during the attempt', $6::bigint from changed where before = 'sending'
), named as (
  update attempts a set connection_id = $6::bigint from changed
  where changed.before = 'queued' and a.delivery_id = changed.id and a.connection_id is null
    and a.attempt = (select max(attempt) from attempts where delivery_id = changed.id)
)
select * from changed`

/**
 * Settles a message that the provider has confirmed under this id. The message must be in an attempt, or an earlier
 * attempt through this connection must be ambiguous. Otherwise, returns undefined. Records an attempt in progress as sent, because this
 * function ends the worker's lease. If an ambiguous attempt has no connection, adds the connection to it.
 */
export async function confirmSent(
  tx: Transaction,
  now: Date,
  where: { id: number; workspaceId: number; lane: number; connectionId: number; externalId: string },
): Promise<(ChangedFrom & { recipient_id: number; address: string }) | undefined> {
  return firstRowOf<ChangedFrom & { recipient_id: number; address: string }>(tx, {
    text: CONFIRM,
    values: [where.id, where.workspaceId, where.lane, where.externalId, now.toISOString(), where.connectionId],
  })
}

export interface ChannelCount {
  workspace_id: number
  period: string
  channel: ChannelName
  sent: number
  delivered: number
  failed: number
  /** The number of cancelled deliveries. `failed` includes them. */
  cancelled: number
}

/** Adds `counts` to the monthly counters of the channels. The rows are locked in the order of their keys. */
export function addChannelCounts(tx: Transaction, counts: ChannelCount[]): void {
  tx.send({
    name: 'add-channel-counts',
    text: `insert into usage_channels as u (workspace_id, period, channel, sent, delivered, failed, cancelled)
           select r.workspace_id, r.period, r.channel, r.sent, r.delivered, r.failed, r.cancelled
           from json_to_recordset($1::json)
             as r(workspace_id bigint, period date, channel text, sent bigint, delivered bigint, failed bigint, cancelled bigint)
           order by 1, 2, 3
           on conflict (workspace_id, period, channel) do update
             set sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed,
               cancelled = u.cancelled + excluded.cancelled`,
    values: [asJson(counts)],
  })
}

export function removeAttachments(tx: Transaction, deliveryIds: number[]): void {
  tx.send({ text: 'delete from attachments where delivery_id = any($1::bigint[])', values: [deliveryIds] })
}

export async function pauseRecipient(tx: Transaction, lane: number, recipientId: number, until: Date): Promise<void> {
  await tx.query({
    text: `insert into recipient_pauses as p (lane, recipient_id, until) values ($1, $2, $3)
           on conflict (lane, recipient_id) do update set until = greatest(p.until, excluded.until)`,
    values: [lane, recipientId, until],
  })
}

/** Marks an address as unusable. Messages to it are refused until the recipient has another address. */
export async function markUnusable(
  tx: Transaction,
  mark: { workspaceId: number; recipientId: number; channel: ChannelName; address: string; reason: string; at: Date },
): Promise<void> {
  await tx.query({
    text: `update recipients set unusable = unusable || jsonb_build_object($3::text, jsonb_build_object('address', $4::text, 'reason', $5::text, 'at', $6::text)),
             updated_at = $6::text::timestamptz
           where workspace_id = $1 and id = $2`,
    values: [mark.workspaceId, mark.recipientId, mark.channel, mark.address, mark.reason, mark.at.toISOString()],
  })
}
