-- Categories of messages, and which categories a recipient accepts on which channels. A process of an earlier version
-- refuses the field `category` of a send request and does not read these tables.
create table categories (
  workspace_id bigint not null references workspaces on delete cascade,
  slug text not null,
  name text not null,
  names jsonb not null default '{}',
  description text,
  required boolean not null default false,
  allowed_by_default boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, slug)
);
comment on column categories.names is 'The name in other languages, by locale.';

create table preferences (
  workspace_id bigint not null,
  recipient_id bigint not null references recipients on delete cascade,
  category text not null,
  channel text not null default '',
  allowed boolean not null,
  previous boolean,
  change text,
  at timestamptz not null,
  primary key (recipient_id, category, channel),
  foreign key (workspace_id, category) references categories (workspace_id, slug) on delete cascade
);
create index preferences_by_category on preferences (workspace_id, category);
comment on column preferences.channel is 'Empty for the whole category. The value of a single channel has priority.';
comment on column preferences.previous is 'The value before the last change. Null if there was none.';
comment on column preferences.change is 'The last change by a link: a form of the preference page or an unsubscribe link. Its undo finds the rows by this value.';

alter table recipients add column unsubscribed_at timestamptz;
create index unsubscribed_recipients on recipients (workspace_id) where unsubscribed_at is not null;
comment on column recipients.unsubscribed_at is 'When the recipient unsubscribed from everything. Since then, only essential templates are sent.';
