-- The field `limit` of a send request: the messages that count toward a limit. One row for each recipient and key. A
-- process of an earlier version refuses the field, so it writes no message that should be counted here.
create table message_limits (
  workspace_id bigint not null,
  recipient_id bigint not null references recipients on delete cascade,
  key text not null,
  counted jsonb not null default '[]',
  expires_at timestamptz not null,
  primary key (recipient_id, key)
);
create index message_limits_by_expiry on message_limits (expires_at);
comment on column message_limits.counted is 'the id and the time of acceptance of the newest counted messages, the oldest first';
