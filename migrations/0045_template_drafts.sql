-- Drafts, engines and tags of templates. The row of `templates` holds the published version, as before. A template that was
-- never published has the version 0 and no locales, so that a process of 0.1.0 refuses to send it.
alter table templates
  add column engine text not null default 'placeholders' check (engine in ('placeholders', 'liquid')),
  add column layout text,
  add column compiled jsonb,
  add column tags text[] not null default '{}',
  add column last_used_at timestamptz;
comment on column templates.engine is 'Published only after the upgrade from 0.1.0 is finished, because processes of 0.1.0 fill placeholders only.';
comment on column templates.layout is 'The slug of a layout of the workspace; null: no layout.';
comment on column templates.compiled is 'The HTML of the email of each locale whose source is MJML.';
comment on column templates.last_used_at is 'The last message, accurate to the minute.';

alter table template_versions
  add column engine text not null default 'placeholders',
  add column layout text;

create table template_drafts (
  template_id bigint primary key references templates on delete cascade,
  revision integer not null,
  based_on integer not null,
  name text not null,
  essential boolean not null,
  sensitive text[] not null,
  engine text not null check (engine in ('placeholders', 'liquid')),
  layout text,
  locales jsonb not null,
  updated_at timestamptz not null,
  updated_by text
);
comment on column template_drafts.revision is 'Raised by every save. A save or publication names the revision that it is based on.';
comment on column template_drafts.based_on is 'The published version from which the draft began; 0: none.';
