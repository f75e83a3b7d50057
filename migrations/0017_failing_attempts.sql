-- This migration is the first of its version: while its indexes are built, only deliveries is locked, so that keys
-- and connections can be read. The index finds pending messages whose last attempt failed, by connection, for example
-- during an outage of a provider.
create index deliveries_failing on deliveries (lane, next_at)
  where status = 'queued' and error_code in ('retryable', 'ambiguous');

-- The indexes of migration 0014 for channels that 0.1.0 does not have. Messages of the channels of 0.1.0 stay out:
-- they would cost another entry each.
create index deliveries_by_external_id_later on deliveries (lane, external_id)
  where external_id is not null and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');
create index deliveries_in_conversation_later on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');
