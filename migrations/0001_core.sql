-- The core tables: tenants, sources and keys, templates, recipients, deliveries and their counters. Tables that every
-- admission or settlement updates have a low fillfactor, so that an updated row stays on its page. Each send request
-- inserts rows into deliveries, idempotency_keys, action_tokens and attempts. These tables have no foreign key to a row
-- that every admission updates. The check of the foreign key would lock that row, and admissions would wait for each
-- other.

create table workspaces (
  id bigint generated always as identity primary key,
  name text not null,
  plan text not null,
  quota bigint,
  whatsapp_limit bigint,
  default_locale text not null default 'it',
  brand jsonb not null default '{}',
  version bigint not null default 1,
  created_at timestamptz not null
);
comment on column workspaces.quota is 'messages a month, null = unlimited; set from the plan unless given';
comment on column workspaces.version is 'raised by every change of what admission caches: templates, connections, limits';

create table sources (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  name text not null,
  rate_limit integer not null,
  confirm_click boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index sources_by_workspace on sources (workspace_id, id);

create table keys (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  source_id bigint not null,
  kind text not null check (kind in ('api', 'trigger')),
  mode text not null check (mode in ('live', 'test')),
  hash bytea not null unique,
  sealed bytea not null,
  hint text not null,
  window_start timestamptz,
  window_count bigint not null default 0,
  created_at timestamptz not null,
  revoked_at timestamptz
) with (fillfactor = 50);
create index keys_by_source on keys (source_id, id);

create table connections (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  source_id bigint not null references sources,
  channel text not null,
  settings jsonb not null,
  secrets bytea not null,
  version bigint not null default 1,
  paused_until timestamptz,
  pause_reason text,
  parked boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source_id, channel)
);
create index connections_by_workspace on connections (workspace_id, channel);
create index connections_paused on connections (id) where paused_until is not null or parked;
comment on column connections.paused_until is 'workers leave the lane alone until then; infinity = until a person mends it';
comment on column connections.parked is 'the caretaker has taken the lane''s waiting deliveries out of the claim index';

create table recipient_pauses (
  lane bigint not null,
  recipient_id bigint not null,
  until timestamptz not null,
  primary key (lane, recipient_id)
);

create table templates (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  slug text not null,
  name text not null,
  essential boolean not null default false,
  locales jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (workspace_id, slug)
);

create table recipients (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  email text,
  whatsapp_phone text,
  telegram_chat_id text,
  messenger_psid text,
  slack_channel text,
  push jsonb not null default '[]',
  locale text not null default 'it',
  tags jsonb not null default '[]',
  metadata jsonb not null default '{}',
  preferred_channel text,
  unusable jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index recipients_by_workspace on recipients (workspace_id, mode, id);
create unique index recipients_email on recipients (workspace_id, mode, lower(email)) where email is not null;
create unique index recipients_whatsapp_phone on recipients (workspace_id, mode, whatsapp_phone) where whatsapp_phone is not null;
create unique index recipients_telegram_chat_id on recipients (workspace_id, mode, telegram_chat_id) where telegram_chat_id is not null;
create unique index recipients_messenger_psid on recipients (workspace_id, mode, messenger_psid) where messenger_psid is not null;
comment on column recipients.unusable is 'channel -> {address, reason, at}: addresses a provider has called gone';

create table idempotency_keys (
  workspace_id bigint not null,
  mode text not null,
  key text not null,
  delivery_id bigint not null,
  body_hash bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, mode, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table usage_periods (
  workspace_id bigint not null,
  period date not null,
  quota_used bigint not null default 0,
  whatsapp_used bigint not null default 0,
  primary key (workspace_id, period)
) with (fillfactor = 50);

create table usage_channels (
  workspace_id bigint not null,
  period date not null,
  channel text not null,
  sent bigint not null default 0,
  failed bigint not null default 0,
  primary key (workspace_id, period, channel)
) with (fillfactor = 50);

create table credit_balances (
  workspace_id bigint primary key,
  credits bigint not null default 0 check (credits >= 0)
) with (fillfactor = 50);

create table credit_entries (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  kind text not null check (kind in ('purchase', 'overage', 'refund')),
  amount bigint not null,
  balance bigint not null,
  delivery_id bigint,
  note text,
  at timestamptz not null
);
create index credit_entries_by_workspace on credit_entries (workspace_id, id);
create unique index credit_entries_once on credit_entries (delivery_id, kind) where delivery_id is not null;

create table deliveries (
  id bigint generated by default as identity primary key,
  workspace_id bigint not null,
  source_id bigint not null,
  key_id bigint,
  mode text not null check (mode in ('live', 'test')),
  lane bigint not null,
  recipient_id bigint not null,
  recipient_name text not null,
  address text not null,
  channel text not null,
  template_slug text not null,
  priority smallint not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed')),
  ready boolean not null,
  parked boolean not null default false,
  next_at timestamptz not null,
  lease_until timestamptz,
  attempt integer not null default 0,
  tries smallint not null default 0,
  created_at timestamptz not null,
  scheduled_for timestamptz,
  expires_at timestamptz not null,
  content jsonb not null,
  history jsonb not null,
  progress jsonb,
  account text check (account in ('quota', 'whatsapp', 'credits')),
  cost smallint not null default 0,
  refunded boolean not null default false,
  period date not null,
  external_id text,
  error_message text,
  error_code text
) with (fillfactor = 80);
comment on column deliveries.lane is 'the connection''s id; for test keys minus the workspace''s id (the sandbox)';
comment on column deliveries.ready is 'queued, due and not parked: a worker may claim it';
comment on column deliveries.attempt is 'raised by every claim; settling is fenced by it';
comment on column deliveries.tries is 'tries consumed of the four; throttling consumes none';
comment on column deliveries.account is 'what paid: the quota, the whatsapp bundle or credits; null for test keys';
comment on column deliveries.progress is 'step results of an unfinished send, so that a retry repeats no finished step';

create index deliveries_ready on deliveries (lane, priority desc, next_at, id) where ready;
create index deliveries_waiting on deliveries (next_at) where status = 'queued' and not ready and not parked;
create index deliveries_parked on deliveries (lane, expires_at) where parked;
create index deliveries_leased on deliveries (lease_until) where status = 'sending';
create index deliveries_by_workspace on deliveries (workspace_id, mode, id);
create index deliveries_by_recipient on deliveries (recipient_id, id);
create index deliveries_external on deliveries (lane, external_id) where external_id is not null;

create table attempts (
  delivery_id bigint not null,
  attempt integer not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  outcome text not null,
  provider_status text,
  code text,
  reason text,
  remedy text,
  response text,
  primary key (delivery_id, attempt)
);

create table attachments (
  delivery_id bigint not null,
  position smallint not null,
  filename text not null,
  mime_type text,
  bytes bytea not null,
  primary key (delivery_id, position)
);

create table action_tokens (
  id text primary key,
  delivery_id bigint not null,
  position smallint not null,
  slug text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index action_tokens_by_delivery on action_tokens (delivery_id, position);

create table test_messages (
  delivery_id bigint primary key,
  workspace_id bigint not null,
  message jsonb not null,
  at timestamptz not null
);
create index test_messages_by_workspace on test_messages (workspace_id, delivery_id);

create table activity (
  minute timestamptz not null,
  process text not null,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  primary key (minute, process)
) with (fillfactor = 50);

create table workers (
  id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

create table management_tokens (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create table installation (
  one boolean primary key default true check (one),
  key_check bytea not null,
  seeded_at timestamptz
);
comment on column installation.key_check is 'a known text sealed with the master key: tells a wrong MASTER_KEY at start';
