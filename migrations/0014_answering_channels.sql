-- Only some channels report back from the provider. Messages of the other channels stay out of the indexes that find
-- a message by such a report: each version of each row would cost another entry.

create index deliveries_by_external_id on deliveries (lane, external_id)
  where external_id is not null and channel in ('messenger', 'telegram', 'whatsapp');
create index deliveries_in_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel in ('messenger', 'telegram', 'whatsapp');

-- These come last, because nothing else can use the table from here to the end of the migration.
drop index deliveries_external;
drop index deliveries_by_conversation;
