-- Filters of the list of deliveries that a member saved. They belong to the account of the member in one workspace.
create table saved_filters (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  member_id bigint not null references members on delete cascade,
  name text not null,
  query jsonb not null,
  created_at timestamptz not null,
  unique (workspace_id, member_id, name)
);
comment on column saved_filters.query is 'the parameters of the URL of the list';
