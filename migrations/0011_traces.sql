-- The trace of a delivery's send request, to which the later steps of the delivery belong.

alter table deliveries add column trace text;
comment on column deliveries.trace is 'W3C traceparent of the accept; null without tracing';
