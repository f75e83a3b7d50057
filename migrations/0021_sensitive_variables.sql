-- Variables that a template marks as sensitive: viewers see a mask instead of the value.
alter table templates add column sensitive text[] not null default '{}';
comment on column templates.sensitive is 'names of variables; processes before 0.2.0 keep it and do not mask';

alter table template_versions add column sensitive text[];
comment on column template_versions.sensitive is 'null: saved before 0.2.0, or by a process from before it; restoring it keeps the marks of the template';
