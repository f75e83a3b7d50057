-- This migration runs before the other migrations of its version, except 0016. While these two migrations build their
-- indexes, they lock only `deliveries` and `action_tokens`, so keys and connections can still be read. The first index
-- finds the pending messages of a connection whose last attempt failed, for example during an outage of a provider.
create index deliveries_failing on deliveries (lane, next_at)
  where status = 'queued' and error_code in ('retryable', 'ambiguous');

-- The indexes of migration 0014, for channels that were added after 0.1.0. They exclude the channels of 0.1.0: the
-- indexes of migration 0014 already cover these channels, and a second entry for each message would only cost time.
create index deliveries_by_external_id_later on deliveries (lane, external_id)
  where external_id is not null and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');
create index deliveries_in_conversation_later on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');

-- Finds the token of a short link, which contains the first eight characters of the token's id. A range of the primary key
-- cannot find it: in some collations, letters come after z, or two characters count as one letter.
create index action_tokens_by_beginning on action_tokens (left(id, 8));

-- Finds the SMS messages of a month, for the report of their costs.
create index deliveries_of_sms_months on deliveries (lane, period)
  where channel = 'sms' and mode = 'live' and external_id is not null;
