-- A claim also reads earlier versions of rows that vacuum has not removed yet. By default, they may be a fifth of the
-- table before vacuum starts. In a table with millions of finished rows, this makes a claim too slow. A fixed number
-- and a small share limit them.
alter table deliveries set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
alter table outgoing set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
