// Deletes old data: finished deliveries with their dependent rows, replies, and marks that hide variables of old
// messages.
import type { Connection } from '../database.ts'
import { ifKnownPause } from '../delivery/pauses.ts'
import { onlyRowOf } from '../rows.ts'

export interface RetentionBatch {
  /** The position at which the next page starts. */
  next: number
  /** True if no later page contains a row that is old enough to be deleted. */
  last: boolean
  removed: number
}

// Newer rows have higher ids. Each page is read in the order of the primary key, and the deletion ends at the first row
// that is too young. Pending, recently finished and locked rows, and the messages of open fallbacks, stay until the next
// deletion.
const DELIVERIES = `
with page as materialized (
  select id, created_at, status, greatest(created_at, scheduled_for, (history->-1->>'at')::timestamptz) as ended_at
  from deliveries where id > $1 order by id limit $3
), old as materialized (
  select d.id from deliveries d
  where d.id = any(array(select id from page where status in ('sent', 'delivered', 'read', 'failed') and ended_at < $2))
    and d.status in ('sent', 'delivered', 'read', 'failed')
    and (d.fallback_id is null or not exists (select from fallbacks f where f.id = d.fallback_id and f.ended_at is null))
  for update skip locked
), attempted as (delete from attempts where delivery_id = any(array(select id from old))
), files as (delete from attachments where delivery_id = any(array(select id from old))
), tokens as (delete from action_tokens where delivery_id = any(array(select id from old))
), tests as (delete from test_messages where delivery_id = any(array(select id from old))
), reports as (delete from receipts where delivery_id = any(array(select id from old))
), bounced as (delete from bounces where delivery_id = any(array(select id from old))
), changed as (delete from delivery_changes where delivery_id = any(array(select id from old))
), collected as (delete from digest_items where delivery_id = any(array(select id from old))
), digested as (delete from digests where delivery_id = any(array(select id from old))
), fallen as (delete from fallbacks where id = any(array(select id from old))
), steps as (delete from fallback_steps where fallback_id = any(array(select id from old))
), deleted as (delete from deliveries where id = any(array(select id from old)) returning id)
select coalesce((select max(id) from page), $1) as next,
       (select count(*) from page) < $3 or (select max(created_at) from page) >= $2 as last,
       (select count(*)::int from deleted) as removed`

/** Reads a page of up to `most` deliveries with ids above `after`. Deletes those that were finished before `before`. */
export async function dropOldDeliveries(
  c: Connection,
  before: Date,
  after: number,
  most: number,
): Promise<RetentionBatch> {
  return onlyRowOf<RetentionBatch>(c, { name: 'drop-deliveries', text: DELIVERIES, values: [after, before, most] })
}

const REPLIES = `
with page as materialized (select id, received_at from messages where id > $1 order by id limit $3),
deleted as (delete from messages where id = any(array(select id from page where received_at < $2)) returning id)
select coalesce((select max(id) from page), $1) as next,
       (select count(*) from page) < $3 or (select max(received_at) from page) >= $2 as last,
       (select count(*)::int from deleted) as removed`

// Each page is a list of workspaces. A dropped mark is a mark that was removed from a template. It is deleted only if
// it can no longer hide a value. Such a value may be in a message that is older than the removal, in an automation that
// has not changed since then, or in the reason of a pause. A pause is checked only if the message that caused it is not
// known. The message with the lowest id is the oldest, but the clocks of processes may differ. The interval of one hour
// covers this difference.
const MARKS = `
with page as materialized (
  select distinct workspace_id as id from dropped_marks where workspace_id > $1 order by workspace_id limit $3
), oldest as materialized (
  select page.id, (
    select min(first.created_at) from (values ('live'), ('test')) as modes(mode) cross join lateral (
      select created_at from deliveries d where d.workspace_id = page.id and d.mode = modes.mode order by d.id limit 1
    ) first) - interval '1 hour' as accepted_at
  from page
), deleted as (
  delete from dropped_marks m using oldest
  where m.workspace_id = oldest.id and m.dropped_at < least($2::timestamptz, oldest.accepted_at) and not exists (
    select from automations a
    where a.workspace_id = m.workspace_id and m.slug in (a.template, '') and a.updated_at <= m.dropped_at
  ) and not exists (
    select from connections c
    where c.workspace_id = m.workspace_id and c.pause_reason is not null and ${ifKnownPause('pause_delivery_id')} is null)
  returning m.name)
select coalesce((select max(id) from page), $1) as next, (select count(*) from page) < $3 as last,
       (select count(*)::int from deleted) as removed`

/**
 * Deletes dropped marks that no longer hide a value. A dropped mark is a mark of a sensitive variable that was removed
 * from its template. Each call handles one page of at most `most` workspaces, as in `dropOldDeliveries`.
 */
export async function dropOldMarks(c: Connection, before: Date, after: number, most: number): Promise<RetentionBatch> {
  return onlyRowOf<RetentionBatch>(c, { text: MARKS, values: [after, before, most] })
}

/** Deletes old replies, page by page like `dropOldDeliveries`. Does not delete their conversations. */
export async function dropOldReplies(
  c: Connection,
  before: Date,
  after: number,
  most: number,
): Promise<RetentionBatch> {
  return onlyRowOf<RetentionBatch>(c, { text: REPLIES, values: [after, before, most] })
}
