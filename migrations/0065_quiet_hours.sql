-- Quiet hours of workspaces and recipients. While processes of 0.1.0 may run, the API refuses to set them.
alter table workspaces add column quiet_hours jsonb;
alter table recipients add column quiet_hours jsonb, add column time_zone text;
alter table deliveries add column deferred_until timestamptz;
create index recipients_with_quiet_hours on recipients (workspace_id) where quiet_hours is not null;
create index workspaces_with_quiet_hours on workspaces (id) where quiet_hours is not null;
comment on column deliveries.deferred_until is 'the end of the quiet hours that last deferred the message';
