// The walk over the lanes of a queue: one index probe for each lane that has something ready, however many rows it has.

/** Common tables that end in `walk (lane)`: beginning after the lane in $1 and going round; a null stands at each end. */
export const laneWalk = (table: 'deliveries' | 'outgoing') => `
ahead as (
  (select lane from ${table} where ready and lane > $1 order by lane limit 1)
  union all
  select (select q.lane from ${table} q where q.ready and q.lane > ahead.lane order by q.lane limit 1)
  from ahead where ahead.lane is not null
), behind as (
  (select lane from ${table} where ready and lane <= $1 order by lane limit 1)
  union all
  select (select q.lane from ${table} q where q.ready and q.lane > behind.lane and q.lane <= $1 order by q.lane limit 1)
  from behind where behind.lane is not null
), walk as (select lane from ahead union all select lane from behind)`
