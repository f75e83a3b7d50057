-- Only some channels have something come back from the provider. Messages of the others need no place in the indexes by which
-- it is looked up: each version of each of them would cost another entry.

create index deliveries_by_external_id on deliveries (lane, external_id)
  where external_id is not null and channel in ('messenger', 'telegram', 'whatsapp');
create index deliveries_in_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel in ('messenger', 'telegram', 'whatsapp');

-- Last, because from here to the end nothing else can use the table.
drop index deliveries_external;
drop index deliveries_by_conversation;
