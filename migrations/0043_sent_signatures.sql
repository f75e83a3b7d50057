-- The request of an attempt at an endpoint: its URL, and the headers that cannot be computed from the row of the event.
-- The log of attempts shows them, so that a member can compare them with what the endpoint received. Attempts of 0.1.0
-- have none.
alter table outgoing_attempts add column request jsonb;
comment on column outgoing_attempts.request is '{"url": …, "headers": {…}}; null: not known, or no request was sent.';
