-- The IANA time zone of the workspace, in which the portal groups figures by day. Processes of 0.1.0 insert rows without it.
alter table workspaces add column time_zone text not null default 'UTC';
