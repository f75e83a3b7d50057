-- What a message's later steps belong to, where its accept was traced.

alter table deliveries add column trace text;
comment on column deliveries.trace is 'W3C traceparent of the accept; null without tracing';
