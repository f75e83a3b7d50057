// What the queries of both queues share: the walk over their lanes, one index probe for each that has something ready,
// however many rows it has, and whether a row is leased.

/**
 * In the order of the index of what is ready, and of no other: the planner must not read what has ended. From its end: a lane's
 * newest row is still there when thousands before it have been claimed and not yet been vacuumed.
 */
const LAST = {
  deliveries: 'order by lane desc, priority limit 1',
  outgoing: 'order by lane desc, created_at desc limit 1',
}

/** Common tables that end in `walk (lane)`: downwards from below the lane in $1 and going round; a null stands at each end. */
export const laneWalk = (table: 'deliveries' | 'outgoing') => `
below as (
  (select lane from ${table} where ready and lane < $1 ${LAST[table]})
  union all
  select (select lane from ${table} where ready and lane < below.lane ${LAST[table]})
  from below where below.lane is not null
), others as (
  (select lane from ${table} where ready and lane >= $1 ${LAST[table]})
  union all
  select (select lane from ${table} where ready and lane < others.lane and lane >= $1 ${LAST[table]})
  from others where others.lane is not null
), walk as (select lane from below union all select lane from others)`

/**
 * A row is leased while it is being sent, and at no other time. Not said by its status: the planner, who counts few such
 * rows, would then look for a given one among everything that is or was under way, which took a quarter of PostgreSQL's share of a drain.
 */
export const leased = (row: string) => `${row}.lease_until is not null`
