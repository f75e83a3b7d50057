-- One row for each slot of a process that stores sets of send requests. Each set writes a new random mark before its
-- COMMIT. If the answer to COMMIT is lost, the mark shows whether the set was committed, also after a failover.
create table commit_marks (
  slot uuid primary key,
  mark uuid not null,
  at timestamptz not null
) with (fillfactor = 50);
comment on column commit_marks.mark is 'the mark of the last committed set of this slot';
