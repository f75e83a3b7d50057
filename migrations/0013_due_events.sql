-- The index has the order in which due rows are claimed. Without this index, the planner could order by the primary key
-- and scan all ended rows.

drop index outgoing_ready;
create index outgoing_due on outgoing (lane, created_at, id) where ready;
