-- The breaker of a provider connection. Only a lane with several provider connections uses it. While opened_at is set,
-- messages go to the next connection. From open_until on, one message tests the connection.
alter table provider_connections add column opened_at timestamptz, add column open_reason text, add column open_delivery_id bigint;
comment on column provider_connections.paused_until is 'of this connection, if its lane has several; the row of the lane has the pause of the whole lane';
comment on column provider_connections.open_until is 'the next probe of an open breaker';
comment on column provider_connections.open_delivery_id is 'the delivery whose answer open_reason quotes';
