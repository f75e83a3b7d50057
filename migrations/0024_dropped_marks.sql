-- Stores former marks of sensitive variables. A template lost these marks because it was deleted, or because it was
-- saved without them. Also stores the delivery whose response caused a pause. Viewers see this response only if it
-- contains no sensitive value of the delivery.
create table dropped_marks (
  workspace_id bigint not null,
  slug text not null,
  name text not null,
  dropped_at timestamptz not null,
  primary key (workspace_id, slug, name)
);
comment on table dropped_marks is 'marks that still hide the variable of messages accepted until dropped_at';

alter table connections add column pause_delivery_id bigint;
comment on column connections.pause_delivery_id is 'whose answer pause_reason holds; null: not known, because a process of 0.1.0 began the pause';
