-- The type that a provider's request named for its body: receivers read forms as well as JSON. Null for requests that 0.1.0 keeps.
alter table inbound_requests add column content_type text;

-- The indexes of migration 0014 for channels that 0.1.0 does not have. Messages of its own channels stay out: they would cost
-- another entry each.
create index deliveries_by_external_id_later on deliveries (lane, external_id)
  where external_id is not null and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');
create index deliveries_in_conversation_later on deliveries (recipient_id, channel, (coalesce(scheduled_for, created_at)) desc, id desc)
  where mode = 'live' and channel not in ('discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp');
