// The queue of outgoing requests, which are events and callbacks. Finds lanes with ready rows, claims rows under a
// lease, and runs maintenance.
import { ATTEMPTS_MADE, CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection } from '../database.ts'
import { laneWalk, leased } from '../delivery/lanes.ts'
import { changedRows, onlyRowOf, rowsOf } from '../rows.ts'

export interface OutgoingRow {
  id: number
  wire_id: string
  kind: 'event' | 'test' | 'callback'
  claim_version: number
  attempts_made: number
  workspace_id: number
  lane: number
  subscription_id: number | null
  source_id: number | null
  key_id: number | null
  url: string | null
  event: string
  mode: 'live' | 'test'
  body: string
}

const CLAIMED = `o.id, o.wire_id, o.kind, o.${CLAIM_VERSION}, o.${ATTEMPTS_MADE}, o.workspace_id, o.lane, o.subscription_id, o.source_id, o.key_id,
  o.url, o.event, o.mode, o.body`

// Leaves out disabled and deleted subscriptions.
const LANES = `
with recursive ${laneWalk('outgoing')}
select array(select walk.lane from walk
             where walk.lane < 0 or exists (select from subscriptions s where s.id = walk.lane and s.disabled_at is null)
             limit $2) as lanes,
       exists (select from subscriptions) as has_subscription`

/**
 * Returns up to `most` receivers that have a due request. Starts below `cursor`, in descending order, and then
 * continues at the highest receiver. Also returns whether any subscription exists.
 */
export async function findReceivers(
  c: Connection,
  cursor: number,
  most: number,
): Promise<{ lanes: number[]; hasSubscription: boolean }> {
  const { lanes, has_subscription } = await onlyRowOf<{ lanes: string[]; has_subscription: boolean }>(c, {
    name: 'find-receivers',
    text: LANES,
    values: [cursor, most],
  })
  return { lanes: lanes.map(Number), hasSubscription: has_subscription }
}

// The check for earlier rows is a subquery with a limit, so that the planner does not convert it to a join. The check
// costs one index lookup for each row.

/**
 * Claims up to `most` rows of each lane under a lease, oldest first. A row is not claimed while an earlier row about
 * the same subject is ready or is being sent. It does not wait for an earlier row whose retry is not due yet.
 */
export async function claimOutgoing(
  c: Connection,
  leaseUntil: Date,
  shares: { lane: number; most: number }[],
): Promise<OutgoingRow[]> {
  const result = await c.query<OutgoingRow>({
    name: 'claim-outgoing',
    text: `with picked as materialized (
             select p.id from json_to_recordset($1::json) as l(lane bigint, most int)
             cross join lateral (
               select o.id from outgoing o where o.ready and o.lane = l.lane
                 and (select e.id from outgoing e where e.lane = o.lane and e.subject = o.subject and e.id < o.id
                        and (e.ready or e.status = 'sending') order by e.id limit 1) is null
               order by o.created_at, o.id limit l.most for update of o skip locked
             ) p
           )
           update outgoing o set status = 'sending', ready = false, attempt = o.attempt + 1, lease_until = $2
           where o.id = any(array(select id from picked))
           returning ${CLAIMED}`,
    values: [asJson(shares), leaseUntil],
  })
  return result.rows.sort((a, b) => a.id - b.id)
}

/** Returns claimed rows to the queue and does not change them otherwise. */
export async function releaseOutgoing(c: Connection, leases: { id: number; claim_version: number }[]): Promise<void> {
  await c.query({
    text: `with l as materialized (select * from json_to_recordset($1::json) as l(id bigint, claim_version int))
           update outgoing o set status = 'waiting', ready = true, lease_until = null
           from l where o.id = any(array(select id from l)) and o.id = l.id and o.attempt = l.claim_version and ${leased('o')}`,
    values: [asJson(leases)],
  })
}

/** Marks rows as ready if their retry is due or their lease has expired. Returns the number of these rows. */
export async function promoteOutgoing(c: Connection, now: Date, most: number): Promise<number> {
  return changedRows(c, {
    name: 'promote-outgoing',
    text: `update outgoing set status = 'waiting', ready = true, lease_until = null
           where id = any(array(
               select id from outgoing where status = 'waiting' and not ready and next_at <= $1
               order by next_at limit $2 for update skip locked))
             or id = any(array(
               select id from outgoing where status = 'sending' and lease_until <= $1
               order by lease_until limit $2 for update skip locked))`,
    values: [now, most],
  })
}

/** Ends all leases. Called when the embedded database starts, because no other worker can have a lease at this time. */
export async function endOutgoingLeases(c: Connection, now: Date): Promise<void> {
  await c.query({
    text: `update outgoing set lease_until = $1 where status = 'sending' and lease_until > $1`,
    values: [now],
  })
}

/** Removes ready rows from the queue if their subscription is disabled or deleted. Returns the number of these rows. */
export async function holdForInactiveSubscriptions(c: Connection, most: number): Promise<number> {
  return changedRows(c, {
    name: 'hold-for-inactive-subscriptions',
    text: `with recursive walk as (
             (select lane from outgoing where ready and lane > 0 order by lane, created_at limit 1)
             union all
             select (select o.lane from outgoing o where o.ready and o.lane > walk.lane order by o.lane, o.created_at limit 1)
             from walk where walk.lane is not null
           ), picked as materialized (
             select p.id from walk cross join lateral (
               select o.id from outgoing o where o.ready and o.lane = walk.lane order by o.created_at, o.id limit $1 for update skip locked
             ) p
             where not exists (select from subscriptions s where s.id = walk.lane and s.disabled_at is null)
           )
           update outgoing set status = 'held', ready = false where id = any(array(select id from picked))`,
    values: [most],
  })
}

/**
 * Removes all pending rows of a subscription from the queue, including rows that wait for a retry. Returns the number
 * of these rows.
 */
export async function holdPendingOutgoing(c: Connection, lane: number, most: number): Promise<number> {
  return changedRows(c, {
    text: `update outgoing set status = 'held', ready = false where id = any(array(
             select id from outgoing where lane = $1 and status = 'waiting' limit $2 for update))`,
    values: [lane, most],
  })
}

/**
 * Deletes rows that were created before `before`, if they have ended or are held for a disabled subscription. Also
 * deletes their attempts. Returns the number of deleted rows.
 */
export async function dropOldOutgoing(c: Connection, before: Date, most: number): Promise<number> {
  // Newer rows have higher ids. The scan therefore ends at the id of the oldest row that must stay, and reads few rows
  // if there is nothing to delete.
  return changedRows(c, {
    text: `with deleted as (
             delete from outgoing where id = any(array(
               select id from outgoing
               where id < coalesce((select id from outgoing where created_at >= $1 order by id limit 1), 9223372036854775807)
                 and status in ('received', 'failed', 'held')
               order by id limit $2 for update skip locked))
             returning id
           ), log as (
             delete from outgoing_attempts where outgoing_id in (select id from deleted)
           )
           select id from deleted`,
    values: [before, most],
  })
}

/**
 * Returns, for each callback, the encrypted API key that signs it. This is the key with which the message was sent. If
 * that key is not valid any more, returns the newest valid key of the same source and mode with the scope `send`
 * (decision 26). Revoked and expired keys are not used.
 */
export async function readSigningKeys(
  c: Connection,
  now: Date,
  callbacks: { id: number; source_id: number | null; key_id: number | null; mode: string }[],
): Promise<{ id: number; key_id: number; workspace_id: number; sealed: Buffer }[]> {
  return rowsOf<{ id: number; key_id: number; workspace_id: number; sealed: Buffer }>(c, {
    name: 'signing-keys',
    text: `select o.id, k.id as key_id, k.workspace_id, k.sealed
           from json_to_recordset($1::json) as o(id bigint, source_id bigint, key_id bigint, mode text)
           cross join lateral (
             select id, workspace_id, sealed from keys
             where source_id = o.source_id and kind = 'api' and mode = o.mode and revoked_at is null
               and (expires_at is null or expires_at > $2) and 'send' = any(scopes)
             order by (id = o.key_id) desc nulls last, id desc limit 1
           ) k`,
    values: [asJson(callbacks), now],
  })
}
