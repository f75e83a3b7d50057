// Reads what a bulk operation would do with each delivery, before it starts.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection } from '../database.ts'
import { isCollecting } from '../digests/digest-times.ts'
import { rowsOf } from '../rows.ts'
import type { BulkAction } from './operations.ts'

/** The reasons for which a bulk operation refuses a delivery, as far as they are known before it starts. */
export const knownRefusals = [
  'not_found',
  'not_ended',
  'files_deleted',
  'source_removed',
  'template_removed',
  'recipient_removed',
  'not_queued',
  'collecting',
  'attempted',
] as const
export type KnownRefusal = (typeof knownRefusals)[number]

export interface PreviewedRow {
  delivery_id: number
  /** Null if the operation would accept the delivery. */
  refusal: KnownRefusal | null
  /** The fields below are null for an unknown delivery. */
  channel: ChannelName | null
  account: 'quota' | 'whatsapp' | 'credits' | null
  cost: number | null
}

const REFUSALS: Record<BulkAction, string> = {
  resend: `
    when d.status in ('queued', 'sending') then 'not_ended'
    when jsonb_array_length(d.content->'attachments') > 0
      and exists (select from jsonb_array_elements(d.content->'attachments') a where not a ? 'url') then 'files_deleted'
    when not exists (select from sources s where s.id = d.source_id and s.workspace_id = $1 and s.deleted_at is null) then 'source_removed'
    when not exists (select from templates t where t.workspace_id = $1 and t.slug = d.template_slug) then 'template_removed'
    when not exists (select from recipients r where r.id = d.recipient_id and r.workspace_id = $1) then 'recipient_removed'`,
  cancel: `when d.status <> 'queued' then 'not_queued'`,
  reschedule: `
    when d.status <> 'queued' then 'not_queued'
    when ${isCollecting('d')} then 'collecting'
    when exists (select from attempts a where a.delivery_id = d.id) then 'attempted'`,
}

/** Returns the deliveries with these ids, in their order. */
export async function previewRows(
  c: Connection,
  { workspaceId, mode, action }: { workspaceId: number; mode: 'live' | 'test'; action: BulkAction },
  ids: number[],
): Promise<PreviewedRow[]> {
  return rowsOf<PreviewedRow>(c, {
    text: `select given.id as delivery_id, d.channel, d.account, d.cost,
             case when d.id is null then 'not_found' ${REFUSALS[action]} end as refusal
           from unnest($3::bigint[]) with ordinality as given(id, place)
           left join deliveries d on d.id = given.id and d.workspace_id = $1 and d.mode = $2
           order by given.place`,
    values: [workspaceId, mode, ids],
  })
}
