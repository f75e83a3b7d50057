-- Imports of recipients from files. Also automations: an automation sends a template when something happens to a
-- recipient.
create table imports (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  dry_run boolean not null,
  name text,
  header jsonb not null,
  state text not null default 'receiving' check (state in ('receiving', 'waiting', 'applying', 'done', 'cancelled', 'failed')),
  bytes bigint not null default 0,
  rows integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  position integer not null default 0,
  attempt integer not null default 0,
  failures smallint not null default 0,
  next_at timestamptz not null,
  problem text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
) with (fillfactor = 50);
create index imports_by_workspace on imports (workspace_id, id);
create index imports_open on imports (next_at) where ended_at is null;
comment on column imports.header is 'the file''s first line, cell by cell';
comment on column imports.state is 'receiving: the file is still coming; nothing is applied before all of it is kept';
comment on column imports.position is 'rows up to this line are dealt with; moved in the transaction that applies them';
comment on column imports.attempt is 'raised by every claim; what is applied is fenced by it';
comment on column imports.failures is 'unforeseen errors in a row';
comment on column imports.next_at is 'receiving: given up then; else due from then, and a claim moves it to the end of its lease';

create table import_rows (
  import_id bigint not null references imports on delete cascade,
  line integer not null,
  record jsonb not null,
  problems json,
  primary key (import_id, line)
);
create index import_rows_refused on import_rows (import_id, line) where problems is not null;
comment on table import_rows is 'a file''s rows until they are applied; those refused stay for the report';
comment on column import_rows.record is 'the row''s cells as they came';
comment on column import_rows.problems is 'field -> what is wrong with it; null when the row is to be applied';

create table automations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  name text not null,
  enabled boolean not null,
  type text not null check (type in ('contact.created', 'contact.tagged', 'message.received')),
  match text not null default '',
  keyword text,
  source_id bigint not null references sources,
  template text not null,
  channel text,
  vars jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index automations_by_workspace on automations (workspace_id, id);
create index automations_enabled on automations (workspace_id, type, match) where enabled;
comment on column automations.match is 'the tag, or the keyword without case and punctuation; empty for contact.created';
comment on column automations.keyword is 'as it was written';

-- A row is one run of an automation, and also the place of the run in the queue. The row is inserted in the transaction
-- of the change that starts the run, and claimed under a lease.
create table automation_runs (
  id bigint generated always as identity primary key,
  automation_id bigint not null references automations on delete cascade,
  workspace_id bigint not null,
  recipient_id bigint not null,
  mode text not null check (mode in ('live', 'test')),
  trigger jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  attempt integer not null default 0,
  next_at timestamptz not null,
  delivery_id bigint,
  code text,
  reason text,
  at timestamptz not null,
  ended_at timestamptz,
  unique (automation_id, recipient_id)
) with (fillfactor = 80);
create index automation_runs_waiting on automation_runs (next_at, id) where state = 'waiting';
create index automation_runs_by_automation on automation_runs (automation_id, id);
comment on column automation_runs.attempt is 'raised by every claim; the result is fenced by it';
comment on column automation_runs.next_at is 'while waiting: due from then; a claim moves it to the end of its lease';
comment on column automation_runs.delivery_id is 'what was sent; null when admission refused it, with code and reason';
