-- Layouts: the shared header and footer of the emails of a workspace.
create table layouts (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  slug text not null,
  name text not null,
  format text not null check (format in ('html', 'mjml')),
  locales jsonb not null,
  compiled jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  unique (workspace_id, slug)
);
comment on column layouts.compiled is 'The HTML of each locale. Equals the content if the format is html.';
