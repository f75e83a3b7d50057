-- The sending defaults of templates. Processes of 0.1.0 insert and update templates without them, and ignore them.
alter table templates add column defaults jsonb not null default '{}';
alter table template_drafts add column defaults jsonb not null default '{}';
alter table template_versions add column defaults jsonb not null default '{}';
