// Digests after messages have joined them: closes digests, and releases or fails their deliveries.
import type { Content } from '../../channels/contract.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { CHANGED, type ChangedFrom } from '../delivery/settling.ts'
import { statusUpdate } from '../delivery/status-writer.ts'
import { changedRows, firstRowOf, hasRow, rowsOf } from '../rows.ts'
import type { StoredItems } from './digest-items.ts'
import { closesAt, isCollecting } from './digest-times.ts'

/** Returns whether a digest may close now, or is closed and may be claimed now. */
export async function hasDigestWork(c: Connection, now: Date): Promise<boolean> {
  return hasRow(c, {
    name: 'has-digest-work',
    text: `select where exists (select from digests where closed_at is null and check_at <= $1)
             or exists (select from digests where closed_at is not null and released_at is null and coalesce(claimed_until, closed_at) <= $1)`,
    values: [now],
  })
}

/**
 * Locks up to `most` open digests that may close now, and closes those whose time is over. For the others, stores when
 * they may close. Skips digests that messages are joining. Returns the number of locked digests.
 */
export async function closeDueDigests(tx: Transaction, now: Date, most: number): Promise<number> {
  const due = await rowsOf<{ delivery_id: number }>(tx, {
    name: 'lock-due-digests',
    text: `select delivery_id from digests where closed_at is null and check_at <= $1
           order by check_at limit $2 for update skip locked`,
    values: [now, most],
  })
  if (due.length === 0) return 0
  // A separate statement, so that it sees the items of messages that joined before the lock.
  await tx.query({
    name: 'close-due-digests',
    text: `update digests g set check_at = t.closes_at, closed_at = case when t.closes_at <= $2 then $2 end
           from (select d.delivery_id, ${closesAt('d')} as closes_at from digests d where d.delivery_id = any($1::bigint[])) t
           where g.delivery_id = t.delivery_id and g.closed_at is null`,
    values: [due.map(({ delivery_id }) => delivery_id), now],
  })
  return due.length
}

export interface ReleasedDigest {
  delivery_id: number
  items: number
  /** The content to send. Null if the delivery ended before, or fails now. */
  content: Content | null
  /** The messages, which a resend of an ended delivery renders again. */
  collected: StoredItems
  expires_at: string
}

/** The closed digests that a call of `endDigests` ended. */
export interface EndedDigests {
  /** The deliveries that got their content and are ready. */
  released: number[]
  /** The other deliveries. They got the messages that a resend renders, and have the same status as before. */
  kept: number[]
}

/**
 * Ends closed digests: stores their number of items, deletes the items, and makes the deliveries that are still queued
 * ready with their new content. Ignores digests that another process ended before.
 */
export async function endDigests(tx: Transaction, now: Date, rows: ReleasedDigest[]): Promise<EndedDigests> {
  const ended = await rowsOf<{ delivery_id: number }>(tx, {
    name: 'end-digests',
    text: `with r as materialized (select * from json_to_recordset($1::json) as r(delivery_id bigint, items int)),
           locked as materialized (
             select delivery_id from digests where delivery_id = any($3::bigint[]) and released_at is null
             order by delivery_id for update
           ), dropped as (delete from digest_items where delivery_id = any(array(select delivery_id from locked)))
           update digests g set released_at = $2, items = r.items from r
           where g.delivery_id = r.delivery_id and g.delivery_id = any(array(select delivery_id from locked))
           returning g.delivery_id`,
    values: [asJson(rows.map(({ delivery_id, items }) => ({ delivery_id, items }))), now, rows.map(idOf)],
  })
  const endedIds = new Set(ended.map(idOf))
  const own = rows.filter(({ delivery_id }) => endedIds.has(delivery_id))
  const released = new Set(
    await releaseDeliveries(
      tx,
      now,
      own.filter(({ content }) => content !== null),
    ),
  )
  const kept = own.filter(({ delivery_id }) => !released.has(delivery_id))
  if (kept.length > 0) await keepItems(tx, kept)
  return { released: [...released], kept: kept.map(idOf) }
}

const idOf = ({ delivery_id }: { delivery_id: number }) => delivery_id

/** Returns the deliveries that became ready. A delivery that was cancelled after its digest closed is missing. */
async function releaseDeliveries(tx: Transaction, now: Date, rows: ReleasedDigest[]): Promise<number[]> {
  if (rows.length === 0) return []
  const released = await rowsOf<{ delivery_id: number }>(tx, {
    name: 'release-digests',
    text: `update deliveries d set content = r.content, ready = true, next_at = $2, expires_at = r.expires_at
           from json_to_recordset($1::json) as r(delivery_id bigint, content jsonb, expires_at timestamptz)
           where d.id = r.delivery_id and d.id = any($3::bigint[]) and d.status = 'queued' and ${isCollecting('d')}
           returning d.id as delivery_id`,
    values: [
      asJson(rows.map(({ delivery_id, content, expires_at }) => ({ delivery_id, content, expires_at }))),
      now,
      rows.map(idOf),
    ],
  })
  return released.map(idOf)
}

/** Stores the messages with deliveries that are not sent. Sets no status. */
async function keepItems(tx: Transaction, rows: ReleasedDigest[]): Promise<void> {
  await tx.query({
    name: 'keep-digest-items',
    text: `update deliveries d set content = d.content || jsonb_build_object('items', r.collected)
           from json_to_recordset($1::json) as r(delivery_id bigint, collected jsonb)
           where d.id = r.delivery_id and d.id = any($2::bigint[])`,
    values: [asJson(rows.map(({ delivery_id, collected }) => ({ delivery_id, collected }))), rows.map(idOf)],
  })
}

const FAIL = `${statusUpdate({
  cause: 'closing',
  to: 'failed',
  at: '$4',
  set: 'error_code = $2, error_message = $3',
  where: `d.id = $1 and ${isCollecting('d')}`,
})} returning ${CHANGED}, 'queued' as before`

/** Fails the delivery of a closed digest that cannot be rendered. Returns undefined if the delivery has ended. */
export async function failDigest(
  tx: Transaction,
  now: Date,
  id: number,
  { code, message }: { code: string; message: string },
): Promise<ChangedFrom | undefined> {
  return firstRowOf<ChangedFrom>(tx, {
    name: 'fail-digest',
    text: FAIL,
    values: [id, code, message, now.toISOString()],
  })
}

/**
 * Closes the open digests of deliveries. Waits for messages that join them. Call this before the deliveries are
 * changed: a message that joins a digest locks the digest first.
 */
export async function closeDigestsOf(tx: Transaction, now: Date, workspaceId: number, ids: number[]): Promise<number> {
  return changedRows(tx, {
    name: 'close-digests-of',
    text: `update digests set closed_at = $3 where closed_at is null and delivery_id = any(array(
             select delivery_id from digests
             where workspace_id = $1 and delivery_id = any($2::bigint[]) and closed_at is null
             order by delivery_id for update))`,
    values: [workspaceId, ids, now],
  })
}

export interface DigestRow {
  key: string
  /** The number of messages. */
  items: number
  opened_at: Date
  /** The time at which the open digest closes if no other message joins it. Null if it is closed. */
  closes_at: Date | null
  closed_at: Date | null
}

/** Returns the digest of a delivery. Returns undefined if the delivery is no digest. */
export async function findDigest(c: Connection, workspaceId: number, id: number): Promise<DigestRow | undefined> {
  return firstRowOf<DigestRow>(c, {
    name: 'find-digest',
    text: `select g.key, g.opened_at, g.closed_at, case when g.closed_at is null then ${closesAt('g')} end as closes_at,
             coalesce(g.items, (select count(*)::int from digest_items i where i.delivery_id = g.delivery_id)) as items
           from digests g where g.workspace_id = $1 and g.delivery_id = $2`,
    values: [workspaceId, id],
  })
}
