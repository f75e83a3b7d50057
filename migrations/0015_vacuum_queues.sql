-- Claims walk over what was claimed before them and not yet vacuumed. By default that may be a fifth of a table, which for
-- millions of finished rows is more than a claim should meet: here it is a number, and a small share.
alter table deliveries set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
alter table outgoing set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
