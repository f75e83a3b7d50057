-- The changes of deliveries by members and management tokens: reschedule, cancel, resend. The rows of the audit log about
-- deliveries are copied, so that earlier deliveries show these changes too. The audit log has neither the times of a
-- reschedule nor the delivery that a resend created. Processes of 0.1.0 write only the audit log.
create table delivery_changes (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  delivery_id bigint not null,
  kind text not null check (kind in ('rescheduled', 'cancelled', 'resent')),
  at timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  earlier_time timestamptz,
  later_time timestamptz,
  resent_as bigint
);
create index delivery_changes_by_delivery on delivery_changes (delivery_id, id);
create index delivery_changes_by_resend on delivery_changes (resent_as) where resent_as is not null;
comment on column delivery_changes.earlier_time is 'Of a reschedule: scheduled_for before it; null: the message was not scheduled, or the time is not known.';
comment on column delivery_changes.later_time is 'Of a reschedule: the new scheduled_for.';
comment on column delivery_changes.resent_as is 'Of a resend: the new delivery.';

insert into delivery_changes (workspace_id, delivery_id, kind, at, actor_kind, actor_id, actor_name)
select workspace_id, object_id::bigint,
  case action when 'moveDelivery' then 'rescheduled' when 'cancelDelivery' then 'cancelled' else 'resent' end,
  at, actor_kind, actor_id, regexp_replace(actor_name, ' <[^<>]*>$', '')
from audit_log
where object_kind = 'delivery' and action in ('moveDelivery', 'cancelDelivery', 'resendDelivery') and done
  and workspace_id is not null and object_id ~ '^[0-9]{1,15}$'
order by id;
