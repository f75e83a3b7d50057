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
 * Locks the recipient, and the other recipients of its workspace and mode that hold a device with the fields in `part`.
 * Locks these rows in the order of their ids. A deleted recipient is missing from the result.
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

/** Replaces the device list and clears the mark of an unusable push address. */
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
 * Removes devices (endpoints and tokens) from the list, except those registered after `before`. The row is locked
 * before it is read, so a concurrent change of the list is not overwritten.
 */
export async function removeGoneDevices(
  tx: Transaction,
  now: Date,
  removal: { workspaceId: number; recipientId: number; devices: string[]; before: Date },
): Promise<void> {
  const where = [removal.workspaceId, removal.recipientId]
  await tx.query({ text: 'select id from recipients where workspace_id = $1 and id = $2 for update', values: where })
  await tx.query({
    text: `update recipients set updated_at = $5, push = coalesce((
             select jsonb_agg(d.device order by d.place) from jsonb_array_elements(push) with ordinality as d(device, place)
             where coalesce(d.device->>'endpoint', d.device->>'token') <> all($3::text[])
               or (d.device->>'registered_at')::timestamptz > $4), '[]')
           where workspace_id = $1 and id = $2`,
    values: [...where, removal.devices, removal.before, now],
  })
}
