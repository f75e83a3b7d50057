-- A provider may accept a message with a ticket, and report the result only when it is asked for the ticket. This table
-- contains the tickets whose results are not known yet. A message to several devices may have several tickets.
create table tickets (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  lane bigint not null,
  provider text not null,
  delivery_id bigint not null,
  recipient_id bigint not null,
  ticket text not null,
  device text not null,
  decisive boolean not null,
  sent_at timestamptz not null,
  due_at timestamptz not null
);
create index tickets_due on tickets (due_at);
create index tickets_due_by_connection on tickets (lane, provider, due_at);
create index tickets_by_delivery on tickets (delivery_id);
create index tickets_by_recipient on tickets (recipient_id);
comment on column tickets.device is 'the token of the device, which is removed from the recipient if it no longer exists';
comment on column tickets.decisive is 'false: the message was accepted in another way too, so it does not fail with its tickets';
comment on column tickets.sent_at is 'the start of the attempt; a device that was registered later is not removed';
comment on column tickets.due_at is 'the time of the next request for the result; a claim moves it';
-- Tickets live for minutes to hours. The table needs frequent vacuums for the reason in migration 0015.
alter table tickets set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.02);
