-- Pending messages whose last attempt failed, by connection: what a provider's outage holds back.
create index deliveries_failing on deliveries (lane, next_at)
  where status = 'queued' and error_code in ('retryable', 'ambiguous');
