-- Stores the column by which an import finds recipients. Also stores whether the locale of a recipient was chosen or is
-- only the default.
alter table recipients add column locale_is_default boolean not null default false;
comment on column recipients.locale_is_default is 'no request, file or member named the locale; a send that names one replaces it. False for rows from before 0.2.0, whose origin is unknown';

alter table imports add column match_by text not null default 'all'
  check (match_by in ('all', 'id', 'email', 'whatsapp_phone', 'telegram_chat_id', 'messenger_psid'));
comment on column imports.match_by is 'the column that finds the person of a row; all: every identifier in its order';
