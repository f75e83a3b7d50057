-- Push devices get a fixed format. The format was not checked before, because no message was sent to devices. The new
-- index finds the recipients of a device. When a device registers for another recipient, the device is removed from its
-- previous recipient.

update recipients r set push = coalesce((
  select jsonb_agg(d.device || jsonb_build_object('kind', case when d.device ? 'endpoint' then 'web' else 'fcm' end) order by d.place)
  from jsonb_array_elements(r.push) with ordinality as d(device, place)
  where case
    when jsonb_typeof(d.device) <> 'object' then false
    when d.device ? 'endpoint' then jsonb_typeof(d.device->'endpoint') = 'string'
      and jsonb_typeof(d.device#>'{keys,p256dh}') = 'string' and jsonb_typeof(d.device#>'{keys,auth}') = 'string'
    else coalesce(jsonb_typeof(d.device->'token') = 'string', false)
  end
), '[]')
where r.push <> '[]';

create index recipients_push on recipients using gin (push jsonb_path_ops) where push <> '[]';
