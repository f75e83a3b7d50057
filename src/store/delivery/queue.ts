// The queue of deliveries. Workers claim deliveries by lane, under a lease. This module also marks due deliveries as
// ready, and excludes the deliveries of paused lanes.
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import { ATTEMPTS_MADE, CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changedRows, rowsOf } from '../rows.ts'
import { laneWalk, leased } from './lanes.ts'
import { RECIPIENT_STATE, type RecipientState } from './recipient-state.ts'
import { statusUpdate } from './status-writer.ts'

export interface ClaimedRow extends RecipientState {
  id: number
  /**
   * The number of this claim, used as a fencing token: a worker with an older number cannot write. Each claim raises
   * the number, even if the claim is released later.
   */
  claim_version: number
  workspace_id: number
  mode: 'live' | 'test'
  lane: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: ChannelName
  priority: 0 | 1 | 2
  /** The number of earlier attempts that count. An attempt whose lease was lost counts. */
  attempts_made: number
  expires_at: Date
  /** The month in which the usage of the workspace includes the delivery. */
  period: string
  /**
   * The content of the message. If `is_partial` is true, it has no variables and no texts, and `readContent` returns
   * the whole content.
   */
  content: Content
  /**
   * True if the content is large. A claim does not read large contents completely, because many of them would delay all
   * other work.
   */
  is_partial: boolean
  progress: Record<string, unknown> | null
  /** The version of the connection. Null if the connection was deleted, or if the lane is the sandbox. */
  connection_version: number | null
  /** The recipient's email address. Set only in the sandbox, where a word in the address can determine the result. */
  recipient_email: string | null
  recipient_paused_until: Date | null
  /** The trace of the delivery's admission, if the admission was traced. */
  trace: string | null
}

/**
 * Whether the content is larger than 64 KB. The first condition is fast: a content of 64 KB has more than 600 bytes
 * when it is compressed. Most rows have fewer bytes, so PostgreSQL need not evaluate the second condition for them.
 */
const LARGE = `pg_column_size(d.content) > 600 and octet_length(d.content::text) > 65536`

// Usually no recipient is paused. The statement checks this once, and not once for each row.
const CLAIMED = `d.id, d.${CLAIM_VERSION}, d.workspace_id, d.mode, d.lane, d.recipient_id, d.recipient_name, d.address, d.channel,
  d.priority, d.${ATTEMPTS_MADE}, d.expires_at, d.period, d.progress, d.trace,
  case when ${LARGE} then d.content - array['vars', 'data', 'body', 'items', 'masked'] - case when d.channel = 'email' then array['own'] else array[]::text[] end
       else d.content end as content,
  ${LARGE} as is_partial,
  (select version from connections c where c.id = d.lane) as connection_version,
  case when d.lane < 0 then (select email from recipients r where r.id = d.recipient_id) end as recipient_email,
  case when (select exists (select from recipient_pauses where until > $2)) then
    (select until from recipient_pauses p where p.lane = d.lane and p.recipient_id = d.recipient_id and p.until > $2) end as recipient_paused_until,
  ${RECIPIENT_STATE}`

const LANES = `
with recursive ${laneWalk('deliveries')}
select lane from walk
where lane is not null and not exists (select from connections c where c.id = walk.lane and c.paused_until > $2)
limit $3`

/**
 * Returns up to `most` lanes that have ready messages and are not paused. Starts below `cursor`, in descending order,
 * and then continues at the highest lane.
 */
export async function findLanes(c: Connection, now: Date, cursor: number, most: number): Promise<number[]> {
  const result = await c.query<{ lane: number }>({ name: 'find-lanes', text: LANES, values: [cursor, now, most] })
  return result.rows.map((row) => row.lane)
}

// The update finds its rows by an array of ids. With a join, the planner does not know that `most` allows only a few
// rows, and reads the whole table. With 20,000 rows, a claim then took 27 ms instead of 1.5 ms.
const CLAIM = `${statusUpdate({
  cause: 'claim',
  to: 'sending',
  at: '$4',
  leaseUntil: '$3',
  where: 'd.id = any(array(select id from picked))',
})} returning ${CLAIMED}`

/**
 * Claims up to `most` messages of each lane that is not paused, under a lease. Messages with a high priority come
 * first. Among messages of one priority, older messages come first.
 */
export async function claimReady(
  c: Connection,
  now: Date,
  leaseUntil: Date,
  lanes: { lane: number; most: number }[],
): Promise<ClaimedRow[]> {
  return rowsOf<ClaimedRow>(c, {
    name: 'claim-ready',
    text: `with picked as materialized (
             select p.id from json_to_recordset($1::json) as l(lane bigint, most int)
             cross join lateral (
               select d.id from deliveries d where d.ready and d.lane = l.lane
               order by d.priority desc, d.next_at, d.id limit l.most for update skip locked
             ) p
             where not exists (select from connections c where c.id = l.lane and c.paused_until > $2)
           )
           ${CLAIM}`,
    values: [asJson(lanes), now, leaseUntil, now.toISOString()],
  })
}

/** Claims expired messages of paused connections, so that the worker can mark them as failed. */
export async function claimExpired(c: Connection, now: Date, leaseUntil: Date, most: number): Promise<ClaimedRow[]> {
  return rowsOf<ClaimedRow>(c, {
    text: `with picked as materialized (
             select id from deliveries where parked and expires_at <= $2 limit $1 for update skip locked
           )
           ${CLAIM}`,
    values: [most, now, leaseUntil, now.toISOString()],
  })
}

/** Identifies a claim of a delivery by a worker. */
export type Lease = Pick<ClaimedRow, 'id' | 'claim_version'>

/** Renews leases and returns the ids of the renewed rows. Skips locked rows, because they are being settled. */
export async function renewLeases(c: Connection, leaseUntil: Date, leases: Lease[]): Promise<number[]> {
  const result = await c.query<{ id: number }>({
    name: 'renew-leases',
    text: `with l as materialized (select * from json_to_recordset($1::json) as l(id bigint, claim_version int))
           update deliveries d set lease_until = $2 where d.id = any(array(
             select d.id from deliveries d join l on d.id = l.id and d.attempt = l.claim_version
             where d.id = any(array(select id from l)) and ${leased('d')} for update of d skip locked))
           returning d.id`,
    values: [asJson(leases), leaseUntil],
  })
  return result.rows.map((row) => row.id)
}

const RELEASE = `with l as materialized (select * from json_to_recordset($1::json) as l(id bigint, claim_version int))
${statusUpdate({
  cause: 'release',
  to: 'queued',
  at: '$2',
  ready: 'true',
  from: 'l',
  where: 'd.id = any(array(select id from l)) and d.id = l.id and d.attempt = l.claim_version',
})}`

/** Returns claimed messages to the queue. They are not changed, because no attempt began. */
export async function releaseClaims(c: Connection, now: Date, leases: Lease[]): Promise<void> {
  await c.query({ text: RELEASE, values: [asJson(leases), now.toISOString()] })
}

export interface LostRow {
  id: number
  claim_version: number
  attempts_made: number
  lease_until: Date
  expires_at: Date
  progress: Record<string, unknown> | null
  /** The choice of the caller, as `Content.duplicates`. */
  duplicates: 'allow' | 'never' | null
}

/** Returns deliveries whose lease has expired. Their rows are locked until the transaction ends. */
export async function lockLost(tx: Transaction, now: Date, most: number): Promise<LostRow[]> {
  return rowsOf<LostRow>(tx, {
    name: 'lock-lost',
    text: `select id, ${CLAIM_VERSION}, ${ATTEMPTS_MADE}, lease_until, expires_at, progress,
             content->>'duplicates' as duplicates from deliveries where status = 'sending' and lease_until <= $1
           order by lease_until limit $2 for update skip locked`,
    values: [now, most],
  })
}

/**
 * Ends all leases. Called when the embedded database starts, because no other process can have a lease at this time.
 */
export async function endAllLeases(c: Connection, now: Date): Promise<void> {
  await c.query({
    text: `update deliveries set lease_until = $1 where status = 'sending' and lease_until > $1`,
    values: [now],
  })
}

/** Marks due deliveries as ready. Returns the number of these deliveries. */
export async function promoteDue(c: Connection, now: Date, most: number): Promise<number> {
  return changedRows(c, {
    name: 'promote-due',
    text: `update deliveries set ready = true where id = any(array(
             select id from deliveries where status = 'queued' and not ready and not parked and next_at <= $1
             order by next_at limit $2 for update skip locked))`,
    values: [now, most],
  })
}

/**
 * Excludes queued messages from the index of claims if the pause of their connection ends after `beyond`. Returns the
 * number of excluded messages.
 */
export async function excludePausedLanes(c: Connection, beyond: Date, most: number): Promise<number> {
  return changedRows(c, {
    text: `with paused as (select id from connections where paused_until > $1),
           picked as materialized (
             select p.id from paused cross join lateral (
               select d.id from deliveries d where d.ready and d.lane = paused.id limit $2 for update skip locked
             ) p
           )
           update deliveries d set ready = false, parked = true where d.id = any(array(select id from picked))`,
    values: [beyond, most],
  })
}

// Finds the lanes with excluded (`parked`) messages. Each lane costs one lookup in the index.
const RESTORE_RESUMED = `
with recursive paused as (
  (select lane from deliveries where parked order by lane limit 1)
  union all
  select (select d.lane from deliveries d where d.parked and d.lane > paused.lane order by d.lane limit 1)
  from paused where paused.lane is not null
), resumed as (
  select lane from paused left join connections c on c.id = paused.lane
  where lane is not null and (c.paused_until is null or c.paused_until <= $1)
)
update deliveries set ready = next_at <= $1, parked = false where id = any(array(
  select d.id from deliveries d where d.lane = any(array(select lane from resumed)) and d.parked limit $2 for update skip locked))`

/**
 * Makes messages that were excluded during a pause claimable again if the pause has ended, or if their connection was
 * deleted. Messages of a deleted connection fail when a worker claims them. Returns the number of messages.
 */
export async function restoreResumedLanes(c: Connection, now: Date, most: number): Promise<number> {
  return changedRows(c, { name: 'restore-resumed-lanes', text: RESTORE_RESUMED, values: [now, most] })
}

/** Deletes ended pauses of recipients. */
export async function dropEndedPauses(c: Connection, now: Date): Promise<void> {
  await c.query({ text: 'delete from recipient_pauses where until <= $1', values: [now] })
}
