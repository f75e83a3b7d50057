-- The member or the management token that created a key, with the values that the audit log has for this actor. Null
-- for the key of the demo workspace, and for keys that processes before 0.2.0 created.
alter table keys add column created_by_kind text, add column created_by_id bigint, add column created_by_name text;
