// Push devices: a list on the recipient's row, changed under the row's lock by registrations and by settling.
import { asJson, type Transaction } from './database.ts'

export interface DevicesRow {
  id: number
  push: unknown[]
}

/**
 * Locks the recipient, and whoever else of its workspace and mode holds a device like `part` (a JSON part of it), in the
 * order of their ids; a recipient that is gone is missing.
 */
export async function lockDeviceHolders(
  tx: Transaction,
  where: { workspaceId: number; mode: string; recipientId: number; part: object },
): Promise<DevicesRow[]> {
  const result = await tx.query<DevicesRow>({
    text: `select id, push from recipients
           where id in (
             select id from recipients where id = $3 and workspace_id = $1 and mode = $2
             union
             select id from recipients where workspace_id = $1 and mode = $2 and push <> '[]' and push @> $4::jsonb
           )
           order by id for update`,
    values: [where.workspaceId, where.mode, where.recipientId, JSON.stringify([where.part])],
  })
  return result.rows
}

/** Replaces the list; a recipient that had no device that works is one to write to again. */
export async function putDevices(
  tx: Transaction,
  now: Date,
  row: { workspaceId: number; id: number; push: unknown[] },
): Promise<void> {
  await tx.query({
    text: `update recipients set push = $3, unusable = unusable - 'push', updated_at = $4 where workspace_id = $1 and id = $2`,
    values: [row.workspaceId, row.id, JSON.stringify(row.push), now],
  })
}

export interface GoneDevice {
  workspace_id: number
  recipient_id: number
  /** The endpoint or token. */
  device: string
  /** When the try began: a registration that came later stays. */
  before: string
}

/**
 * Takes devices off their recipients' lists; what registered meanwhile stays. Rows are locked in the order of their ids,
 * and read after that: a list is never written from a copy that somebody else has changed since.
 */
export async function removeGoneDevices(tx: Transaction, now: Date, gone: GoneDevice[]): Promise<void> {
  await tx.query({
    text: 'select id from recipients where id = any($1::bigint[]) order by id for update',
    values: [gone.map((device) => device.recipient_id)],
  })
  await tx.query({
    text: `with g as (
             select * from json_to_recordset($1::json) as g(workspace_id bigint, recipient_id bigint, device text, before timestamptz)
           )
           update recipients r set updated_at = $2, push = coalesce((
             select jsonb_agg(d.device order by d.place) from jsonb_array_elements(r.push) with ordinality as d(device, place)
             where not exists (
               select from g where g.recipient_id = r.id and g.device = coalesce(d.device->>'endpoint', d.device->>'token')
                 and coalesce((d.device->>'registered_at')::timestamptz <= g.before, true)
             )), '[]')
           where r.id = any(array(select recipient_id from g))
             and exists (select from g where g.recipient_id = r.id and g.workspace_id = r.workspace_id)`,
    values: [asJson(gone), now],
  })
}
