-- Names, scopes, expiry times and last uses of management tokens and keys. Processes of 0.1.0 insert rows without these
-- columns, and the defaults are correct for these rows. The default name contains `admin-token`, because 0.1.0 stored
-- every management token in the file DATA_DIR/admin-token.
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
