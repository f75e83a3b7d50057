-- The list of suppressed addresses. Opt-outs become entries of this list with the reason `unsubscribed`. Marks of
-- unusable addresses become entries with the reason `hard_bounce` or `invalid`. Processes of 0.1.0 still read and write
-- the table opt_outs and the column recipients.unusable, so triggers keep the list in step with both. The ids come from
-- the sequence of opt_outs.id, so an opt-out has the same id in both tables. A later release removes the triggers, the
-- table and the column.
create table suppressions (
  id bigint primary key default nextval('opt_outs_id_seq'),
  workspace_id bigint not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  channel text not null,
  address text not null,
  reason text not null check (reason in ('unsubscribed', 'hard_bounce', 'complaint', 'invalid', 'stop_word', 'manual')),
  origin text not null check (origin in ('link', 'provider', 'mail', 'reply', 'member', 'import')),
  detail text,
  note text,
  delivery_id bigint,
  at timestamptz not null,
  unique (workspace_id, mode, address, channel, reason)
);
create index suppressions_by_workspace on suppressions (workspace_id, mode, id);
create index suppressions_by_reason on suppressions (workspace_id, reason, mode, id);
comment on column suppressions.address is 'In the form of a comparison: in lower case (A to Z) if the channel ignores case.';
comment on column suppressions.origin is 'link: the unsubscribe link. provider: a webhook or an answer. mail: a bounce mail or a feedback report. reply: a stop word.';
comment on column suppressions.detail is 'The code and text of the provider.';
comment on column suppressions.note is 'The reason that a member entered.';
comment on column suppressions.delivery_id is 'The message that caused the entry; null: not known.';

-- Bounces and complaints that were reported for messages.
create table bounces (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  delivery_id bigint not null,
  type text not null check (type in ('hard', 'soft', 'complaint')),
  origin text not null,
  code text,
  detail text,
  at timestamptz not null,
  received_at timestamptz not null,
  unique (delivery_id, type, at)
);
comment on table bounces is 'Reports of providers and mail servers. A repeated report is stored once.';

create function opt_out_channel(stored text) returns text language sql immutable as $$
  select coalesce(substring(stored from '^([a-z0-9_]+):'), case when strpos(stored, '@') > 0 then 'email' else 'whatsapp' end)
$$;

create function opt_out_address(stored text) returns text language sql immutable as $$
  select substr(stored, coalesce(length(substring(stored from '^([a-z0-9_]+):')) + 2, 1))
$$;

-- Writes the change of an opt-out to the list.
create function mirror_opt_out() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from suppressions where id = old.id and reason = 'unsubscribed';
  else
    insert into suppressions (id, workspace_id, mode, channel, address, reason, origin, delivery_id, at)
    values (new.id, new.workspace_id, new.mode, opt_out_channel(new.address), opt_out_address(new.address), 'unsubscribed',
            case when new.delivery_id is not null then 'link' when opt_out_channel(new.address) = 'whatsapp' then 'provider' else 'member' end,
            new.delivery_id, new.at)
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- Writes the change of an entry with the reason `unsubscribed` to the opt-outs.
create function mirror_suppression() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from opt_outs where id = old.id;
  else
    insert into opt_outs (id, workspace_id, mode, address, delivery_id, at) overriding system value
    values (new.id, new.workspace_id, new.mode,
            case when new.channel in ('email', 'whatsapp') then '' else new.channel || ':' end || new.address, new.delivery_id, new.at)
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- Returns the entries for the marks of a recipient.
create function marked_addresses(marks jsonb)
returns table (channel text, address text, reason text, detail text, at timestamptz) language sql stable as $$
  select key, case when key in ('email', 'whatsapp') then lower(value->>'address' collate "C") collate "default" else value->>'address' end,
    case when key in ('email', 'sms') then 'hard_bounce' else 'invalid' end, value->>'reason', coalesce((value->>'at')::timestamptz, now())
  from jsonb_each(marks)
  where value->>'address' is not null
$$;

-- Writes a change of a recipient's marks to the list. A removed mark removes only an entry with the reason `invalid`, and
-- only if the recipient still has the address: after a change of the address, the old address may still be unusable.
-- This version stores the entry before it stores the mark, so the trigger adds no second entry.
create function mirror_marks() returns trigger language plpgsql as $$
begin
  delete from suppressions s using marked_addresses(old.unusable) m
  where not new.unusable ? m.channel and m.reason = 'invalid'
    and (m.channel = 'push' or exists (select from jsonb_each_text(to_jsonb(new)) field where field.value = m.address))
    and s.workspace_id = new.workspace_id and s.mode = new.mode and s.address = m.address and s.channel = m.channel and s.reason = 'invalid';
  insert into suppressions (workspace_id, mode, channel, address, reason, origin, detail, at)
  select new.workspace_id, new.mode, m.channel, m.address, m.reason, 'provider', m.detail, m.at from marked_addresses(new.unusable) m
  where not exists (
    select from suppressions s
    where s.workspace_id = new.workspace_id and s.mode = new.mode and s.channel = m.channel and s.reason in ('hard_bounce', 'invalid')
      and s.address in (m.address, lower(m.address collate "C") collate "default"))
  on conflict do nothing;
  return null;
end
$$;

-- Create the triggers before the rows are copied. A process of 0.1.0 may change a row meanwhile: this change is copied,
-- or it waits and then fires the trigger.
create trigger opt_outs_mirrored after insert or delete on opt_outs for each row execute function mirror_opt_out();
create trigger suppressions_mirrored_insert after insert on suppressions
  for each row when (new.reason = 'unsubscribed') execute function mirror_suppression();
create trigger suppressions_mirrored_delete after delete on suppressions
  for each row when (old.reason = 'unsubscribed') execute function mirror_suppression();
create trigger recipients_mirrored after update of unusable on recipients
  for each row when (old.unusable is distinct from new.unusable) execute function mirror_marks();

insert into suppressions (id, workspace_id, mode, channel, address, reason, origin, delivery_id, at)
select id, workspace_id, mode, opt_out_channel(address), opt_out_address(address), 'unsubscribed',
  case when delivery_id is not null then 'link' when opt_out_channel(address) = 'whatsapp' then 'provider' else 'member' end, delivery_id, at
from opt_outs
on conflict do nothing;

insert into suppressions (workspace_id, mode, channel, address, reason, origin, detail, at)
select distinct on (r.workspace_id, r.mode, m.address, m.channel, m.reason)
  r.workspace_id, r.mode, m.channel, m.address, m.reason, 'provider', m.detail, m.at
from recipients r cross join lateral marked_addresses(r.unusable) m
where r.unusable <> '{}'
order by r.workspace_id, r.mode, m.address, m.channel, m.reason, m.at
on conflict do nothing;

-- Processes cache that a workspace has no opt-outs. They read this again when the version of the workspace changes.
update workspaces w set version = version + 1
where exists (select from suppressions s where s.workspace_id = w.id and s.reason <> 'unsubscribed');
