-- An operator finishes an upgrade with a command. Afterwards, the service may write data that processes of the previous
-- version cannot read. The command fails while a process of the previous version runs. It finds the processes in the
-- table of running processes.

alter table installation add column finished_version text;
alter table installation add column resealed_at timestamptz;
comment on column installation.finished_version is 'no process of an older version runs any more, and none may be started';
comment on column installation.resealed_at is 'since then every sealed value is bound to its row, and one that is not is refused';

create table processes (
  id text primary key,
  role text not null,
  version text not null,
  host text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
comment on table processes is 'written by 0.2.0 and newer; removed when a process stops';
