-- A claim also reads rows that were claimed before it and are not vacuumed yet. The default permits a fifth of the
-- table, which is too many for a claim on millions of finished rows. A fixed number and a small share bound them.
alter table deliveries set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
alter table outgoing set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
