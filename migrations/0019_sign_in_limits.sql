-- Sign-in. A member is found by a key: the email address with A to Z in lower case. Attempts are counted by account and
-- by network, and the networks of past sign-ins are stored. An invitation stores whether its email was sent.

-- The service and SQL compute the key of an address in the same way. The result does not depend on the locale of the
-- database.
create index members_by_email_key on members ((lower(email collate "C") collate "default"));

create table limited_attempts (
  key bytea primary key,
  count integer not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  member_id bigint references members on delete cascade,
  address text,
  logged integer not null default 0,
  audit_line bigint
) with (fillfactor = 50);
create index limited_attempts_by_end on limited_attempts (ends_at);
create index limited_attempts_by_member on limited_attempts (member_id);
create index limited_attempts_unlogged on limited_attempts (key) where address is not null and count > logged;
comment on table limited_attempts is 'what is counted against a limit until the window ends: sign-ins, invitations, mails with password links';
comment on column limited_attempts.key is 'HMAC of what is limited, such as an account and a network';
comment on column limited_attempts.address is 'of the client, where the audit log reports failed sign-ins of a member';
comment on column limited_attempts.logged is 'how many of the count the audit log has, in the line that audit_line names';

create table sign_in_networks (
  member_id bigint not null references members on delete cascade,
  network bytea not null,
  last_at timestamptz not null,
  primary key (member_id, network)
);
create index sign_in_networks_by_age on sign_in_networks (last_at);
comment on table sign_in_networks is 'networks that a member signed in from lately: at most 20 of a member';
comment on column sign_in_networks.network is 'HMAC of member and network';

create table password_requests (
  key bytea primary key,
  email text not null,
  address text not null,
  at timestamptz not null
);
comment on table password_requests is 'requests for a link by mail, answered within seconds by a maintenance job, so that the answer takes as long with an account as without';
comment on column password_requests.key is 'HMAC of one of 131072 counters, so that strangers cannot add rows without end';

alter table invitations add column mail text check (mail in ('waiting', 'sent', 'failed'));
comment on column invitations.mail is 'what became of the mail with the link; null: the link was shown to the inviter';
alter table letters add column invitation_id bigint references invitations on delete cascade;
create index letters_by_invitation on letters (invitation_id) where invitation_id is not null;

-- The actor is null for a failed sign-in and for a request for a new password, because the member is not known.
alter table audit_log drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check check (actor_kind in ('member', 'token', 'link', 'command', 'anonymous'));
