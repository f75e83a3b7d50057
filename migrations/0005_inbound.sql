-- Stores inbound requests, receipts and conversations. Also stores the state of polling, for connections to which the
-- provider sends no requests.

create table inbound_requests (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  connection_id bigint not null,
  channel text not null,
  repeat_key bytea not null,
  body bytea not null,
  received_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'set_aside')),
  next_at timestamptz not null,
  attempt integer not null default 0,
  applied integer[] not null default '{}',
  problem text,
  unique (connection_id, repeat_key)
) with (fillfactor = 80);
create index inbound_requests_waiting on inbound_requests (next_at, id) where state = 'waiting';
create index inbound_requests_by_age on inbound_requests (received_at);
comment on column inbound_requests.repeat_key is 'SHA-256 of what tells a repeat: the provider''s own id of it, or the bytes';
comment on column inbound_requests.next_at is 'while waiting: due from then; a claim moves it to the end of its lease';
comment on column inbound_requests.attempt is 'raised by every claim; what is applied is fenced by it';
comment on column inbound_requests.applied is 'positions of the happenings already applied: no repeat applies them again';
comment on column inbound_requests.problem is 'why it was set aside, or what the last attempt failed with';

create table receipts (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  delivery_id bigint,
  status text not null check (status in ('delivered', 'read', 'failed')),
  at timestamptz not null,
  code text,
  reason text,
  remedy text,
  outcome text,
  price text,
  applied boolean not null default false,
  received_at timestamptz not null,
  unique (connection_id, external_id, status)
);
create index receipts_by_delivery on receipts (delivery_id, id) where delivery_id is not null;
create index receipts_early on receipts (connection_id, external_id) where delivery_id is null;
comment on column receipts.delivery_id is 'null: came before the message''s id was known; matched when the message is settled';
comment on column receipts.applied is 'it moved the delivery''s status; late and repeated ones do not';

create table watermarks (
  connection_id bigint not null,
  address text not null,
  status text not null check (status in ('delivered', 'read')),
  up_to timestamptz not null,
  primary key (connection_id, address, status)
);
comment on table watermarks is 'the latest word that everything sent to an address up to a moment was delivered or read';

create table conversations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  recipient_id bigint not null,
  channel text not null,
  connection_id bigint not null,
  last_inbound_at timestamptz not null,
  created_at timestamptz not null,
  unique (recipient_id, channel, connection_id)
);
create index conversations_by_workspace on conversations (workspace_id, last_inbound_at desc, id desc);
comment on table conversations is 'live recipients only: nothing comes back to the sandbox';
comment on column conversations.last_inbound_at is 'the person''s last message or tap, in the provider''s time; opens the window of channels that have one';

create table messages (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  conversation_id bigint not null references conversations on delete cascade,
  connection_id bigint not null,
  provider_id text not null,
  body text,
  media jsonb not null default '[]',
  delivery_id bigint,
  at timestamptz not null,
  received_at timestamptz not null,
  unique (connection_id, provider_id)
);
create index messages_by_conversation on messages (conversation_id, at desc, id desc);
comment on column messages.delivery_id is 'the message of ours that the person answered';

create table pollers (
  connection_id bigint primary key references connections on delete cascade,
  version bigint not null,
  position text,
  owner text,
  lease_until timestamptz,
  problem text,
  asked_at timestamptz
) with (fillfactor = 50);
create index connections_polled on connections (id) where settings->>'mode' = 'polling';
comment on table pollers is 'connections whose provider is asked for what happened: by one process at a time';
comment on column pollers.position is 'where the next call begins, of the settings of this version';
