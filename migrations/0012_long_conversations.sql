-- With these indexes, the time to read a page does not depend on the length of the history. This applies to the pages
-- of one conversation, and to the list of one channel's conversations.

create index deliveries_by_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live';
create index conversations_by_channel on conversations (workspace_id, channel, last_inbound_at desc, id desc);
