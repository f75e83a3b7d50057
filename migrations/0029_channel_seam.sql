-- The content type of a provider's request: receivers read forms as well as JSON. Null for requests that 0.1.0
-- stored.
alter table inbound_requests add column content_type text;
