-- A claim also reads earlier versions of rows that vacuum has not removed yet. By default, vacuum starts when a fifth
-- of the table's rows were changed. In a table with millions of finished rows, a claim is then too slow. The settings
-- below start vacuum after a fixed number of changed rows plus a small share of the table.
alter table deliveries set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
alter table outgoing set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
