-- The end and the reason of the pause for which paused_at, pause_remedy and pause_delivery_id were written. A process
-- of 0.1.0 writes only paused_until and pause_reason. If these two differ from the two new columns, then paused_at,
-- pause_remedy and pause_delivery_id describe an earlier pause.
alter table connections add column known_pause_until timestamptz, add column known_pause_reason text;
comment on column connections.pause_delivery_id is 'whose answer known_pause_reason holds; null: not known';
