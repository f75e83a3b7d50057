-- SMS: the phone number of a recipient, and the parts of long replies. A process of an earlier version ignores both.
alter table recipients add column phone text;
create unique index recipients_phone on recipients (workspace_id, mode, phone) where phone is not null;

-- Some providers divide a long reply into parts, which arrive in any order. A part stays here until all parts of its text
-- have arrived.
create table message_parts (
  connection_id bigint not null,
  ref text not null,
  number smallint not null,
  text text not null,
  received_at timestamptz not null,
  primary key (connection_id, ref, number)
);
create index message_parts_by_age on message_parts (received_at);
comment on column message_parts.ref is 'the sender, and the provider''s reference of the text';
