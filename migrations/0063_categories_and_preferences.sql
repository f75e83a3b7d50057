-- Categories of messages, and which categories a recipient accepts on which channels. A process of an earlier version
-- refuses the field `category` of a send request and does not read these tables.
-- Requests of 0.1.0 read recipients before they write them, so the lock that `references recipients` needs is not enough.
select lock_tables('workspaces, recipients');

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
alter table workspaces add column recipients_unsubscribed boolean not null default false;
create index workspaces_with_unsubscribed on workspaces (id) where recipients_unsubscribed;
comment on column recipients.unsubscribed_at is 'When the recipient unsubscribed from everything. Since then, only essential templates are sent.';
comment on column workspaces.recipients_unsubscribed is 'a recipient unsubscribed from everything, now or before';

-- A claim reads whether recipients unsubscribed only if their workspace has this mark. An index on recipients would take
-- long to build.
create function note_unsubscribed() returns trigger language plpgsql as $$
begin
  update workspaces set recipients_unsubscribed = true where id = new.workspace_id and not recipients_unsubscribed;
  return null;
end
$$;
create trigger recipients_unsubscribed after insert or update of unsubscribed_at on recipients for each row
  when (new.unsubscribed_at is not null) execute function note_unsubscribed();
