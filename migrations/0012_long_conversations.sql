-- Reading a page of a conversation, or the conversations of one channel, costs the same for any length of the
-- history.

create index deliveries_by_conversation on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live';
create index conversations_by_channel on conversations (workspace_id, channel, last_inbound_at desc, id desc);
