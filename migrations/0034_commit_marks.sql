-- A process stores up to four sets of send requests at the same time, one in each slot. This table has one row for each
-- slot. Before its COMMIT, a set writes a new random mark to the row of its slot. If the answer to COMMIT is lost, the
-- mark shows whether the set was committed, also after a failover.
create table commit_marks (
  slot uuid primary key,
  mark uuid not null,
  at timestamptz not null
) with (fillfactor = 50);
comment on column commit_marks.mark is 'the mark of the last committed set of this slot';
