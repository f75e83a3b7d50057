-- The content type of a provider's request, because requests can contain JSON or a form. Null for requests that 0.1.0
-- stored.
alter table inbound_requests add column content_type text;
