-- Stored counts for the figures of the overview. A segment contains the counts of consecutive live messages of a workspace.
-- The rows only save time: if they are deleted, the service counts the messages again.
create table figure_segments (
  workspace_id bigint not null,
  last_id bigint not null,
  after_id bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  pending integer not null,
  counted_at timestamptz not null,
  cells jsonb not null,
  primary key (workspace_id, last_id)
);
create index figure_segments_by_age on figure_segments (last_at);
comment on column figure_segments.last_id is 'The segment contains the messages with ids above after_id, up to and including last_id.';
comment on column figure_segments.first_at is 'The time at which the oldest message of the segment was accepted.';
comment on column figure_segments.pending is 'The number of messages that were not sent and had not failed at counted_at.';
