// What a try changed: the delivery, its attempt row, counters, refunds and pauses, all fenced by the attempt number.
import { asJson, type Transaction } from '../database.ts'
import { errorCode } from '../failures.ts'
import { leased } from './lanes.ts'

export interface SettleRow {
  id: number
  attempt: number
  status: 'sent' | 'queued' | 'failed'
  ready: boolean
  next_at: string | null
  tries: number
  external_id: string | null
  error_code: string | null
  error_message: string | null
  progress: Record<string, unknown> | null
  /** The composed message, for the test inbox. */
  captured: Record<string, unknown> | null
  /** What the attempt went through; null as the column says. */
  connection_id?: number | null
  /** The rest is the attempt's row; without an outcome no try was made (expired before it). */
  outcome?: string
  started_at?: string
  ended_at?: string
  provider_status?: string
  code?: string
  reason?: string
  /** What to do in the state that this settlement leads to. */
  remedy?: string | undefined
  /** What to do once the message has failed. */
  final_remedy?: string
  response?: string
}

/** A delivery whose status changed, with what its consequences need. */
export interface ChangedRow {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  period: string
  channel: string
  status: string
  error_code: string | null
  account: 'quota' | 'whatsapp' | 'credits' | null
  cost: number
  has_files: boolean
  /** The workspace has subscriptions, so that events may have to be written. */
  listened: boolean
}

const CHANGED = `d.id, d.workspace_id, d.mode, d.period, d.channel, d.status, d.error_code, d.account, d.cost,
  jsonb_array_length(d.content->'attachments') > 0 as has_files,
  exists (select from subscriptions s where s.workspace_id = d.workspace_id) as listened`

// The array of ids keeps the planner from joining a handful of rows to the whole table, as in queue.ts. Rows are locked in
// no order: whoever else locks several deliveries skips what is locked, so nobody waits in a circle.
const settled = (returning: string) => `
with r as materialized (
  select * from json_to_recordset($1::json) as r(id bigint, attempt int, status text, ready boolean, next_at timestamptz, tries smallint,
    external_id text, error_code text, error_message text, progress jsonb, captured jsonb, connection_id bigint, started_at timestamptz, ended_at timestamptz,
    outcome text, provider_status text, code text, reason text, remedy text, final_remedy text, response text)
), settled as (
  update deliveries d set status = r.status, ready = r.ready, next_at = coalesce(r.next_at, d.next_at), tries = r.tries, lease_until = null,
    external_id = coalesce(r.external_id, d.external_id), error_code = r.error_code, error_message = r.error_message,
    progress = case when r.status = 'queued' then r.progress end,
    refunded = r.status = 'failed' and d.account is not null,
    history = d.history || jsonb_build_array(jsonb_build_object('status', r.status, 'at', $2::text))
  from r where d.id = any(array(select id from r)) and d.id = r.id and d.attempt = r.attempt and ${leased('d')}
  returning ${returning}
), tried as (
  insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, provider_status, code, reason, remedy, final_remedy, response, connection_id)
  select r.id, r.attempt, r.started_at, r.ended_at, r.outcome, r.provider_status, r.code, r.reason, r.remedy, r.final_remedy, r.response, r.connection_id
  from r join settled s on s.id = r.id where r.outcome is not null
), inbox as (
  insert into test_messages (delivery_id, workspace_id, message, at)
  select s.id, s.workspace_id, r.captured, $2::text::timestamptz from r join settled s on s.id = r.id
  where jsonb_typeof(r.captured) = 'object'
  on conflict (delivery_id) do update set message = excluded.message, at = excluded.at
)`

const SETTLE = `${settled(CHANGED)}
select * from settled`

// Without one answer to wait for: what is not as it was when it was claimed ends the transaction with an error (22P02).
const SETTLE_AS_CLAIMED = `${settled('d.id, d.workspace_id, d.status')}
select case when count(*) = $3 and not exists (
         select from subscriptions where workspace_id in (select workspace_id from settled where status <> 'queued')
       ) then 1 else ('not as claimed: ' || count(*))::int end
from settled`

/** Settles tries that still hold their lease; answers the deliveries that changed. A late worker changes nothing. */
export async function settleTries(tx: Transaction, now: Date, rows: SettleRow[]): Promise<ChangedRow[]> {
  const result = await tx.query<ChangedRow>({
    name: 'settle-tries',
    text: SETTLE,
    values: [asJson(rows), now.toISOString()],
  })
  return result.rows
}

/**
 * The same where all of them must still hold their lease, and nobody may listen: else the transaction fails, which
 * `isNotAsClaimed` tells.
 */
export function settleAsClaimed(tx: Transaction, now: Date, rows: SettleRow[]): void {
  tx.send({
    name: 'settle-as-claimed',
    text: SETTLE_AS_CLAIMED,
    values: [asJson(rows), now.toISOString(), rows.length],
  })
}

/** A lease was lost meanwhile, or somebody listens now. */
export function isNotAsClaimed(error: unknown): boolean {
  return errorCode(error) === '22P02' && error instanceof Error && error.message.includes('not as claimed')
}

/** Moves one delivery from one of `from` to `status`, whatever its lease; undefined when it was in none of them. */
export async function changeStatus(
  tx: Transaction,
  now: Date,
  where: { id: number; workspaceId: number; from: string[] },
  to: { status: 'delivered' | 'read' | 'failed'; code: string | null; message: string | null },
): Promise<(ChangedRow & { before: string }) | undefined> {
  const result = await tx.query<ChangedRow & { before: string }>({
    text: `with old as (
             select id, status from deliveries where id = $1 and workspace_id = $2 and status = any($3::text[]) for update
           )
           update deliveries d set status = $4, ready = false, parked = false, lease_until = null,
             error_code = coalesce($5, d.error_code), error_message = coalesce($6, d.error_message),
             refunded = d.refunded or ($4 = 'failed' and d.account is not null),
             history = d.history || jsonb_build_array(jsonb_build_object('status', $4::text, 'at', $7::text))
           from old where d.id = old.id
           returning ${CHANGED}, old.status as before`,
    values: [where.id, where.workspaceId, where.from, to.status, to.code, to.message, now.toISOString()],
  })
  return result.rows[0]
}

/**
 * Settles a message that the provider says it took under this id, while its answer is awaited or after it was lost;
 * undefined for one that waits for another reason or is over. A try that is under way is told as one that sent: whatever
 * its worker says later finds no lease.
 */
export async function settleTaken(
  tx: Transaction,
  now: Date,
  where: { id: number; workspaceId: number; lane: number; connectionId: number; externalId: string },
): Promise<(ChangedRow & { recipient_id: number; address: string; before: string }) | undefined> {
  const result = await tx.query<ChangedRow & { recipient_id: number; address: string; before: string }>({
    text: `with old as (
             select id, status, attempt from deliveries
             where id = $1 and workspace_id = $2 and lane = $3
               and (status = 'sending' or status = 'queued' and error_code = 'ambiguous') for update
           ), tried as (
             insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, response, connection_id)
             select id, attempt, $5::text::timestamptz, $5::text::timestamptz, 'sent', 'told before the answer came', $6
             from old where status = 'sending'
           )
           update deliveries d set status = 'sent', ready = false, parked = false, lease_until = null, external_id = $4,
             tries = d.tries + (old.status = 'sending')::int, error_code = null, error_message = null, progress = null,
             history = d.history || jsonb_build_array(jsonb_build_object('status', 'sent', 'at', $5::text))
           from old where d.id = old.id
           returning ${CHANGED}, d.recipient_id, d.address, old.status as before`,
    values: [where.id, where.workspaceId, where.lane, where.externalId, now.toISOString(), where.connectionId],
  })
  return result.rows[0]
}

export interface ChannelCount {
  workspace_id: number
  period: string
  channel: string
  sent: number
  delivered: number
  failed: number
  /** A part of the failed ones. */
  cancelled: number
}

/** Adds to the months' counters per channel, rows in the order of their keys. */
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

/** Marks an address that the provider called gone; sends to it are refused until it changes. */
export async function markUnusable(
  tx: Transaction,
  mark: { workspaceId: number; recipientId: number; channel: string; address: string; reason: string; at: Date },
): Promise<void> {
  await tx.query({
    text: `update recipients set unusable = unusable || jsonb_build_object($3::text, jsonb_build_object('address', $4::text, 'reason', $5::text, 'at', $6::text)),
             updated_at = $6::text::timestamptz
           where workspace_id = $1 and id = $2`,
    values: [mark.workspaceId, mark.recipientId, mark.channel, mark.address, mark.reason, mark.at.toISOString()],
  })
}
