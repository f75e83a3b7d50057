-- The pause to which paused_at, pause_remedy and pause_delivery_id belong. A process of 0.1.0 writes only
-- paused_until and pause_reason. If these differ from the two new columns, the other columns belong to an earlier
-- pause.
alter table connections add column known_pause_until timestamptz, add column known_pause_reason text;
comment on column connections.pause_delivery_id is 'whose answer known_pause_reason holds; null: not known';
