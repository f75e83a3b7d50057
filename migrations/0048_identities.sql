-- Accounts of an OpenID Connect provider with which members sign in.
create table identities (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_by_member on identities (member_id);
comment on column identities.subject is 'the id of the account at the provider, which never changes';
comment on column identities.email is 'as the provider reported it last; only shown';

-- An account that was created by the first sign-in with the provider has a random password, which no person knows.
alter table members add column password_set boolean not null default true;
comment on column members.password_set is 'false: no person knows the password; a password link sets one';
