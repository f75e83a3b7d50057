// Stores the breakers and pauses of provider connections, for lanes that have several provider connections.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'
import type { PauseCause, PauseRow } from './pauses.ts'

/** The state that decides whether a provider connection is used. */
export interface AvailabilityRow {
  /** The number `Infinity` if a person must end the pause. */
  paused_until: Date | number | null
  /** The time when the breaker opened. Null while it is closed. */
  opened_at: Date | null
  /** The time of the next probe, if the breaker is open. */
  open_until: Date | null
}

/** The SQL assignments of an update that closes a breaker. */
export const NO_BREAKER = `opened_at = null, open_until = null, open_reason = null, open_delivery_id = null`

/** The SQL assignments of an update that ends the pause of a provider connection. */
export const NO_PART_PAUSE = `paused_until = null, paused_at = null, pause_reason = null, pause_remedy = null, pause_delivery_id = null`

/** Returns the states of all provider connections of these lanes. `version` is the version of the provider connection. */
export async function readAvailability(
  c: Connection,
  lanes: number[],
): Promise<(AvailabilityRow & { id: number; lane: number; version: number })[]> {
  return rowsOf<AvailabilityRow & { id: number; lane: number; version: number }>(c, {
    name: 'read-availability',
    text: `select id, lane, version, paused_until, opened_at, open_until from provider_connections where lane = any($1::bigint[])`,
    values: [lanes],
  })
}

/**
 * Opens the breaker of a provider connection. Has no effect if the breaker is open, or if the settings have changed
 * since `version`.
 */
export async function openBreaker(
  c: Connection,
  now: Date,
  breaker: {
    id: number
    version: number
    probeAt: Date
    reason: string
    /** The delivery whose response is quoted in the reason. */
    deliveryId: number | null
  },
): Promise<void> {
  await c.query({
    text: `update provider_connections set opened_at = $3, open_until = $4, open_reason = $5, open_delivery_id = $6
           where id = $1 and version = $2 and opened_at is null`,
    values: [breaker.id, breaker.version, now, breaker.probeAt, breaker.reason, breaker.deliveryId],
  })
}

/**
 * Claims the next probe of an open breaker, and sets the time of the probe after it. Returns false if another process
 * claimed the probe, or if the breaker is closed.
 */
export async function claimProbe(c: Connection, now: Date, id: number, nextProbeAt: Date): Promise<boolean> {
  return changesOneRow(c, {
    text: `update provider_connections set open_until = $3
           where id = $1 and opened_at is not null and open_until <= $2`,
    values: [id, now, nextProbeAt],
  })
}

/** Closes the breaker, unless the settings have changed since `version`. */
export async function closeBreaker(c: Connection, id: number, version: number): Promise<void> {
  await c.query({
    text: `update provider_connections set ${NO_BREAKER} where id = $1 and version = $2 and opened_at is not null`,
    values: [id, version],
  })
}

/**
 * Pauses one of the provider connections of a lane. If it already has a pause that ends later, that pause stays. Has no
 * effect if the settings have changed since `version`. Returns the pause that ends first if all provider connections of
 * the lane are paused now, and otherwise null. Locks the row of the lane first, as changes of settings do.
 */
export async function pausePart(
  tx: Transaction,
  now: Date,
  { lane, id, version, until, reason, remedy, deliveryId }: PauseCause & { lane: number; id: number; version: number },
): Promise<PauseCause | null> {
  await tx.query({ text: 'select from connections where id = $1 for update', values: [lane] })
  await tx.query({
    text: `update provider_connections set paused_until = $3, paused_at = case when paused_until > $4 then paused_at else $4 end,
             pause_reason = $5, pause_remedy = $6, pause_delivery_id = $7
           where id = $1 and version = $2 and (paused_until is null or paused_until < $3)`,
    values: [id, version, until, now, reason, remedy, deliveryId],
  })
  const first = await firstRowOf<
    Pick<PauseRow, 'paused_until' | 'pause_reason' | 'pause_remedy' | 'pause_delivery_id'>
  >(tx, {
    text: `select paused_until, pause_reason, pause_remedy, pause_delivery_id from provider_connections p
             where lane = $1 and not exists (
               select from provider_connections o where o.lane = $1 and (o.paused_until is null or o.paused_until <= $2))
             order by paused_until, position limit 1`,
    values: [lane, now],
  })
  return first === undefined
    ? null
    : {
        until: first.paused_until instanceof Date ? first.paused_until : 'infinity',
        reason: first.pause_reason,
        remedy: first.pause_remedy,
        deliveryId: first.pause_delivery_id,
      }
}

/** Returns the pause of a provider connection. Returns undefined if it is not paused. */
export async function findPartPause(
  c: Connection,
  workspaceId: number,
  id: number,
  now: Date,
): Promise<PauseRow | undefined> {
  return firstRowOf<PauseRow>(c, {
    text: `select p.source_id, s.name as source_name, p.channel, p.provider, p.paused_until, p.paused_at, p.pause_reason, p.pause_remedy,
             p.pause_delivery_id, (select count(*)::int from provider_connections o where o.lane = p.lane and o.position <= p.position) as place
           from provider_connections p join sources s on s.id = p.source_id
           where p.id = $2 and p.workspace_id = $1 and p.paused_until > $3`,
    values: [workspaceId, id, now],
  })
}

/** A provider connection that is not used at the moment, in a lane with several provider connections. */
export interface UnavailableRow {
  id: number
  source_id: number
  source_name: string
  channel: ChannelName
  provider: string
  /** The position in the order of the lane, from 1. */
  place: number
  /** `paused`: until a given time, or until a person fixes the settings. `failing`: the breaker is open. */
  state: 'paused' | 'failing'
  since: Date | null
  /** The end of the pause, or the time of the next probe. The number `Infinity` if a person must end the pause. */
  until: Date | number
  pause_reason: string | null
  pause_remedy: string | null
  /** The delivery whose response is quoted in the reason. */
  pause_delivery_id: number | null
}

const UNAVAILABLE = `
select p.id, p.source_id, s.name as source_name, p.channel, p.provider, p.place,
  case when p.is_paused then 'paused' else 'failing' end as state,
  case when p.is_paused then p.paused_at else p.opened_at end as since,
  case when p.is_paused then p.paused_until else p.open_until end as until,
  case when p.is_paused then p.pause_reason else p.open_reason end as pause_reason,
  case when p.is_paused then p.pause_remedy end as pause_remedy,
  case when p.is_paused then p.pause_delivery_id else p.open_delivery_id end as pause_delivery_id
from (
  select *, coalesce(paused_until > $2, false) as is_paused, (row_number() over (partition by lane order by position))::int as place,
    count(*) over (partition by lane) as parts
  from provider_connections where workspace_id = $1
) p join sources s on s.id = p.source_id
where p.parts > 1 and (p.is_paused or p.opened_at is not null)
  and case when $3::bigint is null then not exists (select from connections c where c.id = p.lane and c.paused_until > $2)
    else p.source_id = $3 and p.channel = $4 end
order by p.lane, p.place`

/**
 * Returns the provider connections that are paused, or whose breaker is open, in lanes with several provider
 * connections. Omits lanes that are paused as a whole. With `of`, returns those of one channel of a source, paused or not.
 */
export async function listUnavailable(
  c: Connection,
  workspaceId: number,
  now: Date,
  of?: { sourceId: number; channel: ChannelName },
): Promise<UnavailableRow[]> {
  const values = [workspaceId, now, of?.sourceId ?? null, of?.channel ?? null]
  return rowsOf<UnavailableRow>(c, { text: UNAVAILABLE, values })
}
