-- First of this version's: while the index is built nothing but deliveries is locked, so that keys and connections can be read.
-- Pending messages whose last attempt failed, by connection: what a provider's outage holds back.
create index deliveries_failing on deliveries (lane, next_at)
  where status = 'queued' and error_code in ('retryable', 'ambiguous');
