// SQL of the queues of deliveries and outgoing requests: the walk over the lanes with ready rows, and the condition of
// a leased row.

/**
 * This order exists only in the index of ready rows, so the planner reads that index and no ended rows. It is
 * descending, because an ascending probe would first read claimed rows of the lane that are not vacuumed yet. There may
 * be thousands of such rows.
 */
const LAST = {
  deliveries: 'order by lane desc, priority limit 1',
  outgoing: 'order by lane desc, created_at desc limit 1',
}

/**
 * Returns common table expressions. The last one is `walk (lane)`: the lanes with ready rows, found with one index
 * probe per lane. The walk starts below the lane in $1, descends, and wraps around. It has two parts, and each part
 * ends with a null.
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
 * Returns the condition of a leased row. A row is leased exactly while it is being sent. The condition does not use the
 * status. With the status, the planner expects few rows and searches all rows that are or were in progress. That took a
 * quarter of PostgreSQL's time while a backlog was sent.
 */
export const leased = (row: string) => `${row}.lease_until is not null`
