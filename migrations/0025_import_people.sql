-- For each line of an imported file, the recipient that the line matched. Later transactions of the import read this
-- table to refuse another line for the same recipient.
create table import_people (
  import_id bigint not null references imports on delete cascade,
  recipient_id bigint not null,
  line int not null,
  primary key (import_id, recipient_id)
);
comment on table import_people is 'written with each set of a file, and removed when its import has ended';
