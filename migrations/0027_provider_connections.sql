-- The connections to the providers of a channel. A row of `connections` is still the lane of a source and channel, and
-- still stores the pause. Until the upgrade is finished, this row also contains the settings of the first connection,
-- because processes of 0.1.0 read and write them there. The service moves the settings to this table later, because
-- their secrets must be encrypted again for the new row, and SQL cannot do this.
create table provider_connections (
  id bigint primary key,
  workspace_id bigint not null references workspaces,
  source_id bigint not null references sources,
  channel text not null,
  lane bigint not null references connections on delete cascade,
  provider text not null,
  position integer not null,
  settings jsonb not null,
  secrets bytea not null,
  version bigint not null default 1,
  paused_until timestamptz,
  paused_at timestamptz,
  pause_reason text,
  pause_remedy text,
  pause_delivery_id bigint,
  open_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (lane, position) deferrable initially deferred
);
create index provider_connections_by_workspace on provider_connections (workspace_id, channel);
create index provider_connections_by_source on provider_connections (source_id);
create index provider_connections_polled on provider_connections (lane) where settings->>'mode' = 'polling';
comment on column provider_connections.id is 'from the sequence of connections.id; the first of a lane has the lane''s number';
comment on column provider_connections.position is 'ascending; messages use the first connection that works';

alter table attempts add column connection_id bigint;
comment on column attempts.connection_id is 'of provider_connections; null: the lane''s own number, the sandbox, or several at a time (push)';
