-- Events and callbacks: subscriptions, the queue of outgoing requests, their attempts, and notices to owners.

create table subscriptions (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  url text not null,
  events text[] not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index subscriptions_by_workspace on subscriptions (workspace_id, id);
comment on column subscriptions.secret is 'whsec_…, sealed';
comment on column subscriptions.previous_secret is 'the one before a rotation, which signs beside the new one until previous_until';
comment on column subscriptions.failures is 'failed attempts in a row';
comment on column subscriptions.failing_since is 'when the first of them failed';

-- A row is one POST request to one receiver: an event for a subscription, or a callback to the URL of an action. The
-- row is also the place of the request in the queue, as for a delivery: the row becomes due, is claimed under a lease,
-- and is settled only by its current claim.
create table outgoing (
  id bigint generated always as identity primary key,
  wire_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  kind text not null check (kind in ('event', 'test', 'callback')),
  workspace_id bigint not null,
  lane bigint not null,
  subscription_id bigint,
  source_id bigint,
  key_id bigint,
  url text,
  subject text not null,
  event text not null,
  event_id text not null,
  mode text not null check (mode in ('live', 'test')),
  body text not null,
  replay_of bigint,
  status text not null check (status in ('waiting', 'sending', 'received', 'failed', 'held')),
  ready boolean not null,
  attempt integer not null default 0,
  tries smallint not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 80);
comment on column outgoing.wire_id is 'X-Service-Delivery-Id and webhook-id: the same on every attempt, new for a replay';
comment on column outgoing.lane is 'a receiver: the subscription''s id; for a callback a negative number made of workspace and origin';
comment on column outgoing.source_id is 'of a callback: whose API keys sign it; key_id is the one that made the send';
comment on column outgoing.subject is 'what it is about, such as delivery/17: to one receiver, one subject''s rows leave in order';
comment on column outgoing.event is 'the event''s name; of a callback the action''s slug';
comment on column outgoing.status is 'held: recorded for a disabled subscription, sent only by a replay';
comment on column outgoing.attempt is 'raised by every claim; settling is fenced by it';
comment on column outgoing.tries is 'answered or failed attempts of the four';

create index outgoing_ready on outgoing (lane, id) where ready;
create index outgoing_order on outgoing (lane, subject, id) where ready or status = 'sending';
create index outgoing_waiting on outgoing (next_at) where status = 'waiting' and not ready;
create index outgoing_leased on outgoing (lease_until) where status = 'sending';
create index outgoing_by_lane on outgoing (lane, id);
create index outgoing_replays on outgoing (replay_of) where replay_of is not null;
create index outgoing_callbacks on outgoing (workspace_id, id) where kind = 'callback';

create table outgoing_attempts (
  id bigint generated always as identity primary key,
  outgoing_id bigint not null,
  lane bigint not null,
  attempt integer not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  received boolean not null,
  status integer,
  reason text,
  excerpt text
);
create index outgoing_attempts_by_lane on outgoing_attempts (lane, id);
create index outgoing_attempts_by_outgoing on outgoing_attempts (outgoing_id, id);
comment on column outgoing_attempts.status is 'the receiver''s HTTP status; null when no answer came';

alter table workspaces add column notice_email text;
comment on column workspaces.notice_email is 'where notices go, beside the owners';

create table notices (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  kind text not null,
  recipients text[] not null,
  subject text not null,
  body text not null,
  at timestamptz not null,
  mail text not null check (mail in ('waiting', 'sent', 'kept', 'failed')),
  next_at timestamptz not null,
  tries smallint not null default 0,
  problem text
);
create index notices_by_workspace on notices (workspace_id, id);
create index notices_waiting on notices (next_at) where mail = 'waiting';
comment on column notices.mail is 'kept: no operator''s mail server or nobody to write to, so it is read in the test inbox and the management API';
