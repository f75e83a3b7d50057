-- Members, their workspaces and roles, the audit log, versions of templates, and the figures that the portal shows.

create table members (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password text not null,
  operator boolean not null default false,
  created_at timestamptz not null
);
create unique index members_email on members (lower(email));
comment on column members.password is 'argon2id, with its parameters and salt';
comment on column members.operator is 'has the rights of a management token: the whole installation';

create table memberships (
  workspace_id bigint not null references workspaces,
  member_id bigint not null references members on delete cascade,
  role text not null check (role in ('owner', 'admin', 'viewer')),
  joined_at timestamptz not null,
  primary key (workspace_id, member_id)
);
create index memberships_by_member on memberships (member_id, workspace_id);

create table sessions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  hash bytea not null unique,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 70);
create index sessions_by_member on sessions (member_id, id);
create index sessions_by_end on sessions (expires_at);
comment on column sessions.hash is 'SHA-256 of the token in the cookie, which is kept nowhere';

create table invitations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'viewer')),
  hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_once on invitations (workspace_id, lower(email));
comment on table invitations is 'open ones; accepted and revoked ones are removed, so that a link works once';

create table one_time_links (
  hash bytea primary key,
  kind text not null check (kind in ('setup', 'password')),
  member_id bigint references members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_links_by_member on one_time_links (member_id);

create table sign_in_attempts (
  key bytea primary key,
  started_at timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index sign_in_attempts_by_age on sign_in_attempts (started_at);
comment on column sign_in_attempts.key is 'SHA-256 of what is limited: an account or a client''s network';

create table letters (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body bytea not null,
  created_at timestamptz not null,
  next_at timestamptz not null,
  tries smallint not null default 0
);
create index letters_waiting on letters (next_at);
comment on table letters is 'mail to members that waits for the operator''s server; removed when it was taken or given up';
comment on column letters.body is 'sealed, because it holds a link that signs somebody in';

create table audit_log (
  id bigint generated always as identity primary key,
  workspace_id bigint,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'token', 'link', 'command')),
  actor_id bigint,
  actor_name text not null,
  address text,
  action text not null,
  says text not null,
  object_kind text,
  object_id text,
  object_name text,
  before jsonb,
  change jsonb,
  done boolean not null
);
create index audit_log_by_workspace on audit_log (workspace_id, id);
comment on column audit_log.workspace_id is 'null: about the installation or an account';
comment on column audit_log.done is 'written false before a change and true after it: what stays false may have happened or not';

create table template_versions (
  template_id bigint not null references templates on delete cascade,
  version integer not null,
  name text not null,
  essential boolean not null,
  locales jsonb not null,
  by_name text,
  at timestamptz not null,
  primary key (template_id, version)
);
comment on column template_versions.by_name is 'who saved it; null: the service itself, or unknown';
insert into template_versions (template_id, version, name, essential, locales, at)
select id, version, name, essential, locales, updated_at from templates;
alter table templates add column updated_by text;

alter table usage_channels add column delivered bigint not null default 0;

create table usage_days (
  workspace_id bigint not null,
  day date not null,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  primary key (workspace_id, day)
) with (fillfactor = 50);
comment on table usage_days is 'live messages by the day (UTC) something became of them';

create table workspace_activity (
  workspace_id bigint not null,
  minute timestamptz not null,
  process text not null,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  primary key (workspace_id, minute, process)
) with (fillfactor = 50);
create index workspace_activity_by_age on workspace_activity (minute);
comment on table workspace_activity is 'as activity, by workspace: a row for each process, so that none waits for another';

-- The index contains only failed deliveries. They are few, and people search for them.
create index deliveries_failed on deliveries (workspace_id, mode, id) where status = 'failed';
create index outgoing_events_by_subject on outgoing (workspace_id, subject, id) where kind = 'event';
