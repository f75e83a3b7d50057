-- Stores the trace of a delivery's send request. The later steps of the delivery belong to the same trace.

alter table deliveries add column trace text;
comment on column deliveries.trace is 'W3C traceparent of the accept; null without tracing';
