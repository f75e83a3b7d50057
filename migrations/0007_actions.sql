-- Stores the uses of action tokens, and the sources whose links seem to be followed by scanners. The signature of a
-- link covers an expiry. The expiry is stored too, so that links stay valid when their delivery is moved to another
-- time.

alter table action_tokens add column signed_expiry timestamptz;
alter table action_tokens add column used_by text;
alter table action_tokens add column used_via text;
comment on column action_tokens.signed_expiry is 'the expiry the MAC was made over, where the delivery was moved since; null: expires_at';
comment on column action_tokens.used_by is 'the name of whoever took it, as the channel tells it';
comment on column action_tokens.used_via is 'link or tap';

alter table sources add column rapid_takes_at timestamptz;
comment on column sources.rapid_takes_at is 'two buttons of one message were last taken within seconds: something follows every link';

create index outgoing_callbacks_by_subject on outgoing (workspace_id, subject, id) where kind = 'callback';
