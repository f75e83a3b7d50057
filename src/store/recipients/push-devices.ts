// Stores push devices. The row of a recipient contains a list of them. A registration or the settling of a delivery
// locks the row before it changes the list.
import type { StoredAddresses } from '../../channels/address.ts'
import type { Transaction } from '../database.ts'
import { hasRow, rowsOf } from '../rows.ts'

type Devices = StoredAddresses['push']

export interface DevicesRow {
  id: number
  push: Devices
}

/**
 * Locks and returns the recipient. Also locks and returns the other recipients of the same workspace and mode that have
 * a device with the fields in `part`. The rows are locked in the order of their ids. If the recipient was deleted, it
 * is not in the result.
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

/** Replaces the list of devices. If the push address was marked as unusable, removes the mark. */
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
 * Removes devices from the list by their endpoints and tokens. A device that was registered after `before` stays. The
 * row is locked before it is read, so that no concurrent change of the list is lost. Returns true if the recipient has
 * no more devices.
 */
export async function removeGoneDevices(
  tx: Transaction,
  now: Date,
  removal: { workspaceId: number; recipientId: number; devices: string[]; before: Date },
): Promise<boolean> {
  const where = [removal.workspaceId, removal.recipientId]
  await tx.query({ text: 'select id from recipients where workspace_id = $1 and id = $2 for update', values: where })
  return hasRow(tx, {
    text: `with changed as (update recipients set updated_at = $5, push = coalesce((
             select jsonb_agg(d.device order by d.place) from jsonb_array_elements(push) with ordinality as d(device, place)
             where coalesce(d.device->>'endpoint', d.device->>'token') <> all($3::text[])
               or (d.device->>'registered_at')::timestamptz > $4), '[]')
           where workspace_id = $1 and id = $2 returning push)
           select from changed where push = '[]'`,
    values: [...where, removal.devices, removal.before, now],
  })
}
