// Closed digests until their deliveries are released to the queue: claims them, and reads what their content is rendered
// from.
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { type DigestItem, firstItems } from './digest-items.ts'

/** The digests `g` that are closed and not released, and the time from which a process may claim them. */
const CLOSED = 'g.closed_at is not null and g.released_at is null'
const CLAIMABLE_AT = 'coalesce(g.claimed_until, g.closed_at)'
const CLAIMABLE = `${CLOSED} and ${CLAIMABLE_AT} <= $1`

/** Returns a subquery: the next workspace with a claimable digest, in the order of the workspace ids. */
const nextWorkspace = (where: string) =>
  `(select g.workspace_id from digests g where ${CLAIMABLE} and ${where} order by g.workspace_id limit 1)`

/**
 * Common table expressions. `walk (workspace_id)` contains the workspaces with claimable digests, first those above $4,
 * then the others. Each workspace costs one lookup in the index.
 */
const WALK = `above as (
  ${nextWorkspace('g.workspace_id > $4')}
  union all
  select ${nextWorkspace('g.workspace_id > above.workspace_id')} from above where above.workspace_id is not null
), others as (
  ${nextWorkspace('g.workspace_id <= $4')}
  union all
  select ${nextWorkspace('g.workspace_id > others.workspace_id and g.workspace_id <= $4')} from others where others.workspace_id is not null
), walk as (
  select workspace_id, row_number() over () as place from (
    select workspace_id from above union all select workspace_id from others
  ) w where workspace_id is not null limit $3
)`

const CLAIM = `with recursive ${WALK}, turns as (
  select g.delivery_id, g.items, walk.place, row_number() over (partition by walk.workspace_id order by g.claimable_at, g.delivery_id) as turn
  from walk cross join lateral (
    select g.delivery_id, ${CLAIMABLE_AT} as claimable_at, (
      select least(coalesce(sum(i.characters), 0), $7::int) from digest_items i where i.delivery_id = g.delivery_id and i.item is not null
    ) as items
    from digests g where ${CLAIMABLE} and g.workspace_id = walk.workspace_id order by 2, 1 limit $5
  ) g
), sized as (
  select delivery_id, sum(items) over (order by turn, place) - items as before from turns order by turn, place limit $3
)
update digests set claimed_until = $2 where delivery_id = any(array(
  select g.delivery_id from digests g
  where g.delivery_id = any(array(select delivery_id from sized where before < $6)) and ${CLAIMABLE}
  order by g.delivery_id for update skip locked))
returning delivery_id, workspace_id`

export interface ClaimBounds {
  /** Maximum number of digests. */
  most: number
  /** Maximum number of digests of one workspace. */
  ofWorkspace: number
  /** No further digest is claimed after the claimed digests have this number of characters. */
  characters: number
  /** Maximum number of characters that are read for one digest. */
  ofDigest: number
}

export interface DigestClaim {
  delivery_id: number
  workspace_id: number
}

/**
 * Claims closed digests until `until`. No other process claims them meanwhile. The workspaces take turns, starting above
 * the workspace `after`, so the digests of one workspace do not hold up the others. An older digest of a workspace
 * comes first.
 */
export async function claimClosedDigests(
  c: Connection,
  now: Date,
  until: Date,
  after: number,
  { most, ofWorkspace, characters, ofDigest }: ClaimBounds,
): Promise<DigestClaim[]> {
  return rowsOf<DigestClaim>(c, {
    name: 'claim-closed-digests',
    text: CLAIM,
    values: [now, until, most, after, ofWorkspace, characters, ofDigest],
  })
}

export interface ClosedDigest {
  delivery_id: number
  workspace_id: number
  key: string
  opened_at: Date
  closed_at: Date
  /** How often an error kept the digest from being released. */
  failures: number
  /** Null if the delivery was deleted. */
  delivery: DigestDelivery | null
  /** The number of messages. */
  items: number
  /** The first messages, which the template gets. */
  first: DigestItem[]
}

/** The columns of a delivery from which the content of its digest is rendered. */
export interface DigestDelivery {
  status: string
  source_id: number
  mode: 'live' | 'test'
  lane: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: ChannelName
  template_slug: string
  /** The content of the message that opened the digest, without its texts. */
  content: Omit<Content, 'body' | 'own' | 'masked' | 'items'>
  default_locale: string
  version: number
}

/** Returns closed digests that are not released, with their deliveries and their first items. */
export async function readClosedDigests(
  c: Connection,
  ids: number[],
  bounds: { items: number; characters: number },
): Promise<ClosedDigest[]> {
  return rowsOf<ClosedDigest>(c, {
    name: 'read-closed-digests',
    text: `select g.delivery_id, g.workspace_id, g.key, g.opened_at, g.closed_at, g.failures,
             (select count(*)::int from digest_items i where i.delivery_id = g.delivery_id) as items,
             coalesce((select jsonb_agg(f.item order by f.id) from (${firstItems('g.delivery_id', '$2', '$3')}) f), '[]') as first,
             (select to_jsonb(t) from (
               select d.status, d.source_id, d.mode, d.lane, d.recipient_id, d.recipient_name, d.address, d.channel,
                 d.template_slug, d.content - array['body', 'own', 'masked', 'items'] as content, w.default_locale, w.version
               from deliveries d join workspaces w on w.id = d.workspace_id where d.id = g.delivery_id
             ) t) as delivery
           from digests g where g.delivery_id = any($1::bigint[]) and g.released_at is null order by g.closed_at, g.delivery_id`,
    values: [ids, bounds.items, bounds.characters],
  })
}

/**
 * Counts a failure of a closed digest, and lets no process claim it for a minute. Each further failure doubles this
 * time, up to an hour.
 */
export async function postponeDigest(c: Connection, now: Date, id: number): Promise<void> {
  await c.query({
    name: 'postpone-digest',
    text: `update digests set failures = failures + 1,
             claimed_until = $2::timestamptz + least(interval '1 minute' * power(2, least(failures, 6)), interval '1 hour')
           where delivery_id = $1 and released_at is null`,
    values: [id, now],
  })
}
