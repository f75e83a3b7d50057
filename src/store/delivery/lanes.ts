// SQL for the queues of deliveries and outgoing requests. It finds the lanes with ready rows, and the rows with a
// lease.

/**
 * Only the index of ready rows has this order, so the planner reads this index and no ended rows. The order is
 * descending. In ascending order, the query would first read rows of the lane that were claimed and not yet vacuumed.
 * There may be thousands of such rows.
 */
const LAST = {
  deliveries: 'order by lane desc, priority limit 1',
  outgoing: 'order by lane desc, created_at desc limit 1',
}

/**
 * Returns common table expressions. The last of them, `walk (lane)`, contains the lanes with ready rows. `walk` needs
 * one index lookup for each lane. Its first part contains the lanes below $1, and its second part contains the other
 * lanes, both in descending order. The last row of each part is null.
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
 * Returns the SQL condition that selects rows with a lease. A row has a lease only while its request is being sent. The
 * condition does not use the status, because the planner would then expect few rows, and would read all rows that are
 * or were in progress. This took a quarter of PostgreSQL's time while a long queue was sent.
 */
export const leased = (row: string) => `${row}.lease_until is not null`
