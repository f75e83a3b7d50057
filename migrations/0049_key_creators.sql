-- The member or the management token that created a key, as the audit log names it. Null for the key of the demo, and for
-- keys of processes before 0.2.0.
alter table keys add column created_by_kind text, add column created_by_id bigint, add column created_by_name text;
