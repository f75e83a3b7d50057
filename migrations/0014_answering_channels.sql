-- Only the providers of some channels report what happened to a message. The indexes that find a message by its report
-- contain only messages of these channels. If they also contained messages of other channels, each update of such a
-- message would have to write an index entry.

create index deliveries_by_external_id on deliveries (lane, external_id)
  where external_id is not null and channel in ('messenger', 'telegram', 'whatsapp');
create index deliveries_in_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel in ('messenger', 'telegram', 'whatsapp');

-- Drop these indexes last, because from here to the end of the migration, no other query can use the table.
drop index deliveries_external;
drop index deliveries_by_conversation;
