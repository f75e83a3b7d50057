-- The second factor of a sign-in: the secret of an authenticator app, and recovery codes.
create table second_factors (
  id bigint generated always as identity primary key,
  member_id bigint not null unique references members on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on column second_factors.secret is 'encrypted, and bound to this row';
comment on column second_factors.confirmed_at is 'null until the member has entered a first code; the sign-in then asks for a code';
comment on column second_factors.last_step is 'the 30-second step of the last accepted code: this code and older ones are refused';

create table recovery_codes (
  hash bytea primary key,
  member_id bigint not null references members on delete cascade
);
create index recovery_codes_by_member on recovery_codes (member_id);
comment on table recovery_codes is 'codes that are not used yet, as SHA-256; each works once';

alter table sessions add column second_factor boolean not null default false;
comment on column sessions.second_factor is 'whether the sign-in included the second factor';

-- Processes of 0.1.0 do not know the second factor. If such a process opens a session for a member with a second
-- factor, the trigger lets the session expire at once. The member can sign in only through a process that asks for the
-- code.
create function require_second_factor() returns trigger language plpgsql as $$
begin
  if not new.second_factor and exists
    (select from second_factors f where f.member_id = new.member_id and f.confirmed_at is not null) then
    new.expires_at := new.created_at;
  end if;
  return new;
end
$$;
create trigger sessions_second_factor before insert on sessions for each row execute function require_second_factor();
