-- The type that a provider's request named for its body: receivers read forms as well as JSON. Null for requests that 0.1.0 keeps.
alter table inbound_requests add column content_type text;
