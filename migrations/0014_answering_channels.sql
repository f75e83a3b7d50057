-- Only some channels have something come back from the provider. Messages of the others need no place in the indexes by which
-- it is looked up: each version of each of them would cost another entry.

drop index deliveries_external;
create index deliveries_external on deliveries (lane, external_id)
  where external_id is not null and channel in ('messenger', 'telegram', 'whatsapp');

drop index deliveries_by_conversation;
create index deliveries_by_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel in ('messenger', 'telegram', 'whatsapp');
