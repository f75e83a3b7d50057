// Describes how a delivery was created and what members did with it.
import type { Connection } from '../../store/database.ts'
import { type DeliveryChangeRow, findSendingKey, readDeliveryChanges } from '../../store/delivery/delivery-changes.ts'

export type { ChangedBy } from '../../store/delivery/delivery-changes.ts'

/** Returns the changes of a delivery, the delivery that it repeats, and the key whose request created it. */
export async function originOf(c: Connection, workspaceId: number, id: number) {
  const rows = await readDeliveryChanges(c, workspaceId, id)
  const resend = rows.find(({ resent_as }) => resent_as === id)
  return {
    changes: rows.filter(({ delivery_id }) => delivery_id === id).map(changeBody),
    resent_from: resend ? { delivery_id: resend.delivery_id, at: resend.at.toISOString(), by: actorOf(resend) } : null,
    key: (await findSendingKey(c, workspaceId, id)) ?? null,
  }
}

function changeBody(row: DeliveryChangeRow) {
  return {
    kind: row.kind,
    at: row.at.toISOString(),
    by: actorOf(row),
    from: row.earlier_time?.toISOString() ?? null,
    to: row.later_time?.toISOString() ?? null,
    delivery_id: row.resent_as,
  }
}

function actorOf({ actor_kind, actor_id, actor_name }: DeliveryChangeRow) {
  return { kind: actor_kind, id: actor_id, name: actor_name }
}
