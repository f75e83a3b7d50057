-- Bulk operations: the same change of many deliveries. A row for each delivery keeps its result, so that a member can read
-- which deliveries were refused, and undo the others.
create table bulk_operations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  action text not null check (action in ('resend', 'cancel', 'reschedule')),
  scheduled_for timestamptz,
  undoes bigint references bulk_operations on delete set null,
  state text not null default 'draft' check (state in ('draft', 'running', 'done', 'stopped', 'failed')),
  actor_kind text not null,
  actor_id bigint not null,
  actor_name text not null,
  preview jsonb not null,
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  attempt integer not null default 0,
  failures smallint not null default 0,
  next_at timestamptz not null,
  problem text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
) with (fillfactor = 50);
create index bulk_operations_by_workspace on bulk_operations (workspace_id, id);
create index bulk_operations_open on bulk_operations (next_at) where state = 'running';
create unique index bulk_operations_undone on bulk_operations (undoes) where undoes is not null;
comment on column bulk_operations.state is 'draft: a preview, which changes nothing until a member starts it';
comment on column bulk_operations.attempt is 'raised by every claim; a set of results is fenced by it';
comment on column bulk_operations.next_at is 'a claim moves it to the end of its lease';

create table bulk_rows (
  operation_id bigint not null references bulk_operations on delete cascade,
  position integer not null,
  delivery_id bigint not null,
  scheduled_for timestamptz,
  scheduled_before timestamptz,
  result text check (result in ('done', 'refused')),
  new_delivery_id bigint,
  code text,
  reason text,
  primary key (operation_id, position)
);
create index bulk_rows_open on bulk_rows (operation_id, position) where result is null;
comment on column bulk_rows.scheduled_for is 'the new time of this delivery, if it differs from the time of the operation';
comment on column bulk_rows.scheduled_before is 'the time before the change, to which an undo returns; null if the delivery was due at once';
comment on column bulk_rows.new_delivery_id is 'the delivery that a resend created';
