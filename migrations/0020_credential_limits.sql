-- Names, scopes, expiry and last use of management tokens and keys. Processes of 0.1 insert rows without these columns: the defaults
-- are what such a row means. 0.1 wrote every management token to DATA_DIR/admin-token, so the default name says so.
alter table management_tokens
  add column name text not null default 'admin-token file',
  add column scope text not null default 'operator' check (scope in ('read', 'manage', 'operator')),
  add column expires_at timestamptz,
  add column last_used_at timestamptz;
comment on column management_tokens.last_used_at is 'to the minute';

alter table keys
  add column name text,
  add column scopes text[] not null default '{send,read}' check (scopes <@ '{send,read}' and scopes <> '{}'),
  add column expires_at timestamptz,
  add column last_used_at timestamptz;
comment on column keys.scopes is 'what an API key may do; a trigger key only sends, whatever this says';
comment on column keys.last_used_at is 'to the minute; written by the statement that counts the request';
