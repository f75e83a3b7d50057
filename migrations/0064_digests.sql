-- The field `digest` of a send request: messages with the same key that are sent as one delivery. A digest belongs to the
-- delivery of the message that opened it. A process of version 0.1.0 does not claim this delivery while the digest is
-- open: the delivery is not ready, and it is due in the year 9999.
create table digests (
  delivery_id bigint primary key,
  workspace_id bigint not null,
  mode text not null,
  recipient_id bigint not null,
  channel text not null,
  template_slug text not null,
  key text not null,
  wait bigint not null,
  opened_at timestamptz not null,
  latest_at timestamptz not null,
  check_at timestamptz not null,
  closed_at timestamptz,
  claimed_until timestamptz,
  failures integer not null default 0,
  released_at timestamptz,
  items integer
);
create unique index digests_open on digests (recipient_id, key, template_slug, channel, workspace_id, mode) where closed_at is null;
create index digests_to_check on digests (check_at) where closed_at is null;
create index digests_to_release on digests (workspace_id, (coalesce(claimed_until, closed_at))) where closed_at is not null and released_at is null;
comment on column digests.wait is 'milliseconds after the newest item after which the digest closes';
comment on column digests.latest_at is 'the digest closes at this time at the latest';
comment on column digests.check_at is 'the digest does not close before this time';
comment on column digests.closed_at is 'no message joins the digest after this time';
comment on column digests.claimed_until is 'until this time no process renders the content of the closed digest again';
comment on column digests.failures is 'how often an error kept the closed digest from being released';
comment on column digests.released_at is 'the delivery got its content, or it had ended before';
comment on column digests.items is 'the number of messages, once the digest is released';

create table digest_items (
  id bigint generated always as identity,
  delivery_id bigint not null,
  position integer not null,
  added_at timestamptz not null,
  item jsonb,
  characters integer not null,
  primary key (delivery_id, id)
);
comment on table digest_items is 'the messages of a digest, until its delivery is released';
comment on column digest_items.position is 'messages of simultaneous requests may have the same position';
comment on column digest_items.item is 'the variables and the data of the message; null for a message that is only counted';
comment on column digest_items.characters is 'the characters of the item as JSON';
