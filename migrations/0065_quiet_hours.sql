-- Quiet hours of workspaces and recipients. While processes of 0.1.0 may run, the API refuses to set them.
-- Requests of 0.1.0 read recipients before they write deliveries, so the tables are locked in this order.
select lock_tables('workspaces, recipients, deliveries, delivery_changes');
drop function lock_tables;

alter table workspaces add column quiet_hours jsonb, add column recipients_have_quiet_hours boolean not null default false;
alter table recipients add column quiet_hours jsonb, add column time_zone text;
alter table deliveries add column deferred_until timestamptz, add column ignores_quiet_hours boolean not null default false;
comment on column workspaces.recipients_have_quiet_hours is 'a recipient has quiet hours, or had them before';
comment on column deliveries.deferred_until is 'the end of the quiet hours that last deferred the message';
comment on column deliveries.ignores_quiet_hours is 'a member chose to send the message during quiet hours';
alter table delivery_changes drop constraint delivery_changes_kind_check,
  add constraint delivery_changes_kind_check check (kind in ('rescheduled', 'cancelled', 'resent', 'sent_now')) not valid;
create index workspaces_with_quiet_hours on workspaces (id) where quiet_hours is not null or recipients_have_quiet_hours;

-- A claim reads the quiet hours of recipients only if a workspace has this mark. An index on recipients would take long
-- to build.
create function note_quiet_hours() returns trigger language plpgsql as $$
begin
  update workspaces set recipients_have_quiet_hours = true where id = new.workspace_id and not recipients_have_quiet_hours;
  return null;
end
$$;
create trigger recipients_quiet_hours after insert or update of quiet_hours on recipients for each row
  when (new.quiet_hours is not null) execute function note_quiet_hours();
