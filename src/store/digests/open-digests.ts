// The digests that are open while messages are admitted: the messages with one key that become one delivery.
import { asJson, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { closesAt } from './digest-times.ts'

/** The messages of a digest have these columns in common. */
export interface DigestKey {
  workspace_id: number
  mode: string
  recipient_id: number
  channel: string
  template_slug: string
  key: string
}

export interface OpenDigest extends DigestKey {
  delivery_id: number
  wait: number
  latest_at: Date
}

export interface NewDigest extends DigestKey {
  delivery_id: number
  wait: number
  opened_at: string
  latest_at: string
  check_at: string
}

const KEY = `workspace_id bigint, mode text, recipient_id bigint, channel text, template_slug text, key text`
const SAME = `g.recipient_id = k.recipient_id and g.key = k.key and g.template_slug = k.template_slug
  and g.channel = k.channel and g.workspace_id = k.workspace_id and g.mode = k.mode`

/**
 * Returns the open digests with these keys whose time is not over. Their rows have a shared lock until the transaction ends, so no digest among
 * them closes before the messages of the transaction have joined it.
 */
export async function lockOpenDigests(tx: Transaction, now: Date, keys: DigestKey[]): Promise<OpenDigest[]> {
  return rowsOf<OpenDigest>(tx, {
    name: 'lock-open-digests',
    text: `select g.delivery_id, g.workspace_id, g.mode, g.recipient_id, g.channel, g.template_slug, g.key, g.wait, g.latest_at
           from json_to_recordset($1::json) as k(${KEY}) join digests g on ${SAME}
           where g.closed_at is null and ${closesAt('g')} > $2 order by g.delivery_id for share of g`,
    values: [asJson(keys), now],
  })
}

export interface DigestProgress {
  delivery_id: number
  /** The number of items so far. Above a thousand items, simultaneous items may be counted once. */
  items: number
}

/** Returns how many items the digests have. This is a separate statement, so that it sees items of earlier transactions. */
export async function readDigestProgress(tx: Transaction, ids: number[]): Promise<DigestProgress[]> {
  return rowsOf<DigestProgress>(tx, {
    name: 'read-digest-progress',
    text: `select ids.id as delivery_id,
             case when last.position < 1000
               then (select count(*)::int from digest_items i where i.delivery_id = ids.id) else last.position end as items
           from unnest($1::bigint[]) as ids(id) cross join lateral (
             select position from digest_items i where i.delivery_id = ids.id order by i.id desc limit 1
           ) last`,
    values: [ids],
  })
}

/**
 * Closes the digests with these keys whose time is over. Call this for keys without a locked digest: two transactions
 * that both hold the shared lock of a digest could not close it.
 */
export async function closeOverdueDigests(tx: Transaction, now: Date, keys: DigestKey[]): Promise<void> {
  await tx.query({
    name: 'close-overdue-digests',
    text: `update digests set closed_at = $2 where closed_at is null and delivery_id = any(array(
             select g.delivery_id from json_to_recordset($1::json) as k(${KEY}) join digests g on ${SAME}
             where g.closed_at is null and ${closesAt('g')} <= $2 order by g.delivery_id for update of g))`,
    values: [asJson(keys), now],
  })
}

/**
 * Closes the open digests among `ids`, and returns the closed ones. Skips digests that other transactions are joining:
 * two transactions that both hold the shared lock of a digest could not close it.
 */
export async function closeDigests(tx: Transaction, now: Date, ids: number[]): Promise<number[]> {
  const rows = await rowsOf<{ delivery_id: number }>(tx, {
    name: 'close-digests',
    text: `update digests set closed_at = $2 where closed_at is null and delivery_id = any(array(
             select delivery_id from digests where delivery_id = any($1::bigint[]) and closed_at is null
             order by delivery_id for update skip locked))
           returning delivery_id`,
    values: [ids, now],
  })
  return rows.map(({ delivery_id }) => delivery_id)
}

/**
 * Opens digests, and returns the ids of their deliveries. A digest is missing in the result if another transaction has
 * opened one with the same key.
 */
export async function openDigests(tx: Transaction, digests: NewDigest[]): Promise<number[]> {
  const rows = await rowsOf<{ delivery_id: number }>(tx, {
    name: 'open-digests',
    text: `insert into digests (delivery_id, workspace_id, mode, recipient_id, channel, template_slug, key, wait, opened_at, latest_at, check_at)
           select k.delivery_id, k.workspace_id, k.mode, k.recipient_id, k.channel, k.template_slug, k.key, k.wait, k.opened_at, k.latest_at, k.check_at
           from json_to_recordset($1::json) as k(delivery_id bigint, ${KEY}, wait bigint, opened_at timestamptz,
             latest_at timestamptz, check_at timestamptz)
           order by k.recipient_id, k.key, k.template_slug, k.channel
           on conflict (recipient_id, key, template_slug, channel, workspace_id, mode) where closed_at is null do nothing
           returning delivery_id`,
    values: [asJson(digests)],
  })
  return rows.map(({ delivery_id }) => delivery_id)
}

/** Deletes digests that the same transaction opened, because their first message was refused. */
export function dropDigests(tx: Transaction, ids: number[]): void {
  tx.send({ text: 'delete from digests where delivery_id = any($1::bigint[])', values: [ids] })
}

export interface NewDigestItem {
  delivery_id: number
  position: number
  /** Null if the message is only counted. */
  item: object | null
  /** The characters of the item as JSON. */
  characters: number
}

/** Stores messages of digests in the given order. */
export function insertDigestItems(tx: Transaction, now: Date, items: NewDigestItem[]): void {
  tx.send({
    name: 'insert-digest-items',
    text: `insert into digest_items (delivery_id, position, added_at, item, characters)
           select i.delivery_id, i.position, $2, case when jsonb_typeof(i.item) = 'object' then i.item end, i.characters
           from rows from (json_to_recordset($1::json) as (delivery_id bigint, position int, item jsonb, characters int))
             with ordinality as i(delivery_id, position, item, characters, n)
           order by i.n`,
    values: [asJson(items), now],
  })
}

export interface MovedClaim {
  workspace_id: number
  mode: string
  key: string
  /** The id that the message reserved and did not use. */
  from_id: number
  to_id: number
}

/** Lets the idempotency keys of messages that joined a digest replay the delivery of the digest. */
export function moveClaims(tx: Transaction, claims: MovedClaim[]): void {
  tx.send({
    name: 'move-idempotency-claims',
    text: `update idempotency_keys i set delivery_id = r.to_id
           from json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text, from_id bigint, to_id bigint)
           where i.workspace_id = r.workspace_id and i.mode = r.mode and i.key = r.key and i.delivery_id = r.from_id`,
    values: [asJson(claims)],
  })
}
