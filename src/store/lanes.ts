// What the queries of both queues share: the walk over their lanes, one index probe for each that has something ready,
// however many rows it has, and whether a row is leased.

/** In the order of the index of what is ready, and of no other: the planner must not read what has ended. */
const FIRST = { deliveries: 'order by lane, priority desc limit 1', outgoing: 'order by lane, created_at limit 1' }

/** Common tables that end in `walk (lane)`: beginning after the lane in $1 and going round; a null stands at each end. */
export const laneWalk = (table: 'deliveries' | 'outgoing') => `
ahead as (
  (select lane from ${table} where ready and lane > $1 ${FIRST[table]})
  union all
  select (select lane from ${table} where ready and lane > ahead.lane ${FIRST[table]})
  from ahead where ahead.lane is not null
), behind as (
  (select lane from ${table} where ready and lane <= $1 ${FIRST[table]})
  union all
  select (select lane from ${table} where ready and lane > behind.lane and lane <= $1 ${FIRST[table]})
  from behind where behind.lane is not null
), walk as (select lane from ahead union all select lane from behind)`

/**
 * A row is leased while it is being sent, and at no other time. Not said by its status: the planner, who counts few such
 * rows, would then look for a given one among everything that is under way (measured at 512 of them: a tenth of settling).
 */
export const leased = (row: string) => `${row}.lease_until is not null`
