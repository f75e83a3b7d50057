// Push devices: a list on the recipient's row, changed under the row's lock by registrations and by settling.
import type { StoredAddresses } from '../../channels/address.ts'
import type { Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

type Devices = StoredAddresses['push']

export interface DevicesRow {
  id: number
  push: Devices
}

/**
 * Locks the recipient, and whoever else of its workspace and mode holds a device like `part` (a JSON part of it), in the
 * order of their ids; a recipient that is gone is missing.
 */
export async function lockDeviceHolders(
  tx: Transaction,
  where: { workspaceId: number; mode: string; recipientId: number; part: object },
): Promise<DevicesRow[]> {
  return rowsOf<DevicesRow>(tx, {
    text: `select id, push from recipients
           where id in (
             select id from recipients where id = $3 and workspace_id = $1 and mode = $2
             union
             select id from recipients where workspace_id = $1 and mode = $2 and push <> '[]' and push @> $4::jsonb
           )
           order by id for update`,
    values: [where.workspaceId, where.mode, where.recipientId, JSON.stringify([where.part])],
  })
}

/** Replaces the list; a recipient that had no device that works is one to write to again. */
export async function putDevices(
  tx: Transaction,
  now: Date,
  row: { workspaceId: number; id: number; push: Devices },
): Promise<void> {
  await tx.query({
    text: `update recipients set push = $3, unusable = unusable - 'push', updated_at = $4 where workspace_id = $1 and id = $2`,
    values: [row.workspaceId, row.id, JSON.stringify(row.push), now],
  })
}

/**
 * Takes devices (endpoints and tokens) off the list, but for what registered after `before`. The row is locked and read
 * after that: a list is never written from a copy that somebody else has changed since.
 */
export async function removeGoneDevices(
  tx: Transaction,
  now: Date,
  gone: { workspaceId: number; recipientId: number; devices: string[]; before: Date },
): Promise<void> {
  const where = [gone.workspaceId, gone.recipientId]
  await tx.query({ text: 'select id from recipients where workspace_id = $1 and id = $2 for update', values: where })
  await tx.query({
    text: `update recipients set updated_at = $5, push = coalesce((
             select jsonb_agg(d.device order by d.place) from jsonb_array_elements(push) with ordinality as d(device, place)
             where coalesce(d.device->>'endpoint', d.device->>'token') <> all($3::text[])
               or (d.device->>'registered_at')::timestamptz > $4), '[]')
           where workspace_id = $1 and id = $2`,
    values: [...where, gone.devices, gone.before, now],
  })
}
