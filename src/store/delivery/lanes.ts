// SQL of both queues, deliveries and outgoing requests: the walk over the lanes that have ready rows, and the
// condition of a leased row.

/**
 * The order of the index of ready rows, and of no other index: the planner must not read ended rows. Descending: an
 * ascending probe would first read the lane's claimed rows that are not vacuumed yet, which may be thousands.
 */
const LAST = {
  deliveries: 'order by lane desc, priority limit 1',
  outgoing: 'order by lane desc, created_at desc limit 1',
}

/**
 * Returns common table expressions that end in `walk (lane)`, with one index probe for each lane that has ready rows.
 * The walk descends from below the lane in $1 and wraps around. Each of its two parts ends with a null.
 */
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
 * Returns the condition of a leased row. A row is leased while it is being sent, and at no other time. The condition
 * does not use the status: the planner expects few such rows and would search all rows that are or were in progress.
 * That took a quarter of PostgreSQL's time while a backlog was sent.
 */
export const leased = (row: string) => `${row}.lease_until is not null`
