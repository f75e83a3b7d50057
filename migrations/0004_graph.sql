-- Templates that a provider has approved. For each connection, the list is stored as it was at the last read. Each read
-- replaces the whole list.

create table approved_lists (
  connection_id bigint primary key references connections on delete cascade,
  version bigint not null,
  asked_at timestamptz not null,
  read_at timestamptz,
  problem text
) with (fillfactor = 50);
comment on column approved_lists.version is 'of the connection when it was asked; a list of other settings says nothing';
comment on column approved_lists.problem is 'why the last attempt to read it failed; what was read before stays';

create table approved_templates (
  connection_id bigint not null references approved_lists on delete cascade,
  name text not null,
  language text not null,
  status text not null,
  refusal text,
  category text,
  body text not null,
  shape jsonb not null,
  primary key (connection_id, name, language)
);
comment on column approved_templates.status is 'the provider''s word';
comment on column approved_templates.refusal is 'why no message may use it; null when one may';
comment on column approved_templates.shape is 'what a message has to fill: header, variables, buttons';
