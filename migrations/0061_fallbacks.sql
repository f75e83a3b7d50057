-- The field `fallback` of a send request: one message with several steps. A step is a delivery that starts later, on
-- another channel. The id of a fallback is the id of the delivery of its first step.

-- Locks tables for a change of their columns, in the given order. A lock that is not free within 250 ms would stop all
-- requests that wait behind it. In this case all locks are released for a moment.
create function lock_tables(tables text) returns void language plpgsql as $$
begin
  for attempt in 1..400 loop
    begin
      set local lock_timeout = '250ms';
      execute format('lock table %s in access exclusive mode', tables);
      return;
    exception when lock_not_available then
      if attempt = 400 then raise; end if;
      perform pg_sleep(0.25);
    end;
  end loop;
end
$$;

select lock_tables('deliveries');

create table fallbacks (
  id bigint primary key,
  workspace_id bigint not null,
  mode text not null check (mode in ('live', 'test')),
  look_at timestamptz,
  start_now boolean not null default false,
  expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('reached', 'last_step', 'cancelled', 'expired', 'stopped', 'no_failure'))
);
create index fallbacks_due on fallbacks (look_at, id) where ended_at is null and look_at is not null;
comment on column fallbacks.look_at is 'when the starter decides again about the next step; null while only a change of a delivery can lead to a decision';
comment on column fallbacks.start_now is 'a member requested that the next step starts at once';
comment on column fallbacks.expires_at is 'no step starts after this time (the field expires_after)';

create table fallback_steps (
  fallback_id bigint not null,
  position smallint not null,
  channel text not null,
  after_ms bigint,
  unless text not null check (unless in ('delivered', 'read', 'acted')),
  content jsonb,
  state text not null check (state in ('waiting', 'started', 'skipped', 'not_needed')),
  reason text,
  delivery_id bigint,
  decided_at timestamptz,
  primary key (fallback_id, position)
);
comment on column fallback_steps.content is 'the rendered message of a waiting step; null if it equals the content of the first delivery';

-- The attachments of waiting steps. The attachments of a delivery are deleted when the delivery ends.
create table fallback_attachments (
  fallback_id bigint not null,
  position smallint not null,
  bytes bytea not null,
  primary key (fallback_id, position)
);

alter table deliveries add column fallback_id bigint;
comment on column deliveries.fallback_id is 'the fallback of which this delivery is a step';

-- Fallbacks of which a delivery has changed since the last decision. A change inserts a row and never locks the row of
-- the fallback, so settlements and receipts cannot wait for each other because of fallbacks.
create table fallback_notes (
  id bigint generated always as identity primary key,
  fallback_id bigint not null
);
comment on table fallback_notes is 'fallbacks that are due because a delivery was sent, confirmed or failed; the starter deletes the rows';

-- Notes a fallback when a delivery of it was sent, confirmed or failed. The condition of the trigger contains only the
-- row, so other deliveries need no further work. All statements that change a status fire it.
create function note_fallback() returns trigger language plpgsql as $$
begin
  insert into fallback_notes (fallback_id) values (new.fallback_id);
  return null;
end
$$;
create trigger deliveries_noted after update of status on deliveries for each row
  when (new.fallback_id is not null and old.status is distinct from new.status and new.status in ('sent', 'delivered', 'read', 'failed'))
  execute function note_fallback();
