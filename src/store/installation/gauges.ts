// Reads the lengths of queues and the age of their oldest rows, for the metrics. Uses two statements that read a
// limited number of rows.
import type { Connection } from '../database.ts'
import { laneWalk } from '../delivery/lanes.ts'
import { onlyRow } from '../rows.ts'

export interface GaugesRow {
  /** No count is higher than the limit `most`. */
  due: number
  scheduled: number
  parked: number
  sending: number
  /** The time at which the oldest sendable message became due. Null if there is no such message. */
  oldest_due: Date | null
  events_ready: number
  events_waiting: number
  oldest_event: Date | null
  inbound_waiting: number
  connections_paused: number
  /** Provider connections that are paused or whose breaker is open, although their lane is in use. */
  connections_failing: number
  subscriptions_failing: number
  subscriptions_disabled: number
  /** The time of the latest heartbeat of any worker. */
  worker_seen: Date | null
}

const counted = (from: string, most: string) => `(select count(*)::int from (select from ${from} limit ${most}) rows)`

// Finds the oldest row with one lookup for each lane and priority. The index of claims begins with lane and priority.
const GAUGES = `
with recursive ${laneWalk('deliveries')},
paused as materialized (select id, paused_until from connections where paused_until > $2),
open as (select lane from walk where lane is not null and lane not in (select id from paused)),
firsts as (
  select first.next_at from open cross join (values (0), (1), (2)) as p(priority) cross join lateral (
    select d.next_at from deliveries d where d.ready and d.lane = open.lane and d.priority = p.priority
    order by d.next_at, d.id limit 1
  ) first
  union all
  (select next_at from deliveries where status = 'queued' and not ready and not parked and next_at <= $2
   order by next_at limit 1)
)
select ${counted('deliveries where ready', '$3')} as due,
       ${counted(`deliveries where status = 'queued' and not ready and not parked`, '$3')} as scheduled,
       ${counted('deliveries where parked', '$3')} as parked,
       ${counted(`deliveries where status = 'sending'`, '$3')} as sending,
       (select min(next_at) from firsts) as oldest_due,
       (select count(*)::int from paused) as connections_paused,
       (select count(*)::int from provider_connections p
        where (p.opened_at is not null or p.paused_until > $2) and p.lane not in (select id from paused)
          and exists (select from provider_connections o where o.lane = p.lane and o.id <> p.id)) as connections_failing,
       ${counted('outgoing where ready', '$3')} as events_ready,
       ${counted(`outgoing where status = 'waiting' and not ready`, '$3')} as events_waiting,
       ${counted(`inbound_requests where state = 'waiting'`, '$3')} as inbound_waiting,
       (select count(*)::int from subscriptions where failing_since is not null and disabled_at is null) as subscriptions_failing,
       (select count(*)::int from subscriptions where disabled_at is not null and url <> '') as subscriptions_disabled,
       (select max(seen_at) from workers) as worker_seen`

// Uses the order of the index of ready rows. With an order by id, the planner read all ended rows (13,100 buffers for
// 29,000 rows).
const OLDEST_EVENT = `
with recursive ${laneWalk('outgoing')}
select min(first.next_at) as oldest from walk
cross join lateral (
  select o.next_at from outgoing o where o.ready and o.lane = walk.lane order by o.created_at, o.id limit 1
) first
where walk.lane < 0 or exists (select from subscriptions s where s.id = walk.lane and s.disabled_at is null)`

/**
 * Reads the gauges with two statements. They make one lookup for each lane, and each count reads at most `most` rows.
 */
export async function readGauges(c: Connection, now: Date, most: number): Promise<GaugesRow> {
  const beforeAll = Number.MIN_SAFE_INTEGER
  const gauges = await c.query<GaugesRow>({ name: 'gauges', text: GAUGES, values: [beforeAll, now, most] })
  const event = await c.query<{ oldest: Date | null }>({
    name: 'oldest-event',
    text: OLDEST_EVENT,
    values: [beforeAll],
  })
  return { ...onlyRow(gauges), oldest_event: onlyRow(event).oldest }
}
