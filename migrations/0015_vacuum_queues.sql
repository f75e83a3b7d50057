-- A claim also reads earlier versions of rows that vacuum has not removed yet. By default, they may be a fifth of the
-- table before vacuum starts. In a table with millions of finished rows, this makes a claim too slow. The settings
-- below start vacuum after a fixed number of rows plus a small share of the table.
alter table deliveries set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
alter table outgoing set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
