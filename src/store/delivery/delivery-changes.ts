// Stores what members and management tokens did with a delivery, and reads how a delivery was created.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/** The member or management token that changes a delivery. */
export interface ChangedBy {
  kind: 'member' | 'token'
  id: number | null
  name: string
}

export interface DeliveryChange {
  workspaceId: number
  deliveryId: number
  kind: 'rescheduled' | 'cancelled' | 'resent' | 'sent_now'
  by: ChangedBy
  /** The scheduled times before and after a reschedule. Null before it: the message was not scheduled. */
  earlier?: Date | null
  later?: Date
  /** The delivery that a resend created. */
  resentAs?: number
}

export async function insertDeliveryChange(tx: Transaction, now: Date, change: DeliveryChange): Promise<void> {
  await insertDeliveryChanges(tx, now, [change])
}

export async function insertDeliveryChanges(tx: Transaction, now: Date, changes: DeliveryChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ workspaceId, deliveryId, kind, by, earlier = null, later = null, resentAs = null }) => ({
    workspace_id: workspaceId,
    delivery_id: deliveryId,
    kind,
    actor_kind: by.kind,
    actor_id: by.id,
    actor_name: by.name,
    earlier_time: earlier,
    later_time: later,
    resent_as: resentAs,
  }))
  await tx.query({
    text: `insert into delivery_changes (workspace_id, delivery_id, kind, at, actor_kind, actor_id, actor_name,
             earlier_time, later_time, resent_as)
           select workspace_id, delivery_id, kind, $2, actor_kind, actor_id, actor_name, earlier_time, later_time, resent_as
           from json_to_recordset($1::json) as r(workspace_id bigint, delivery_id bigint, kind text, actor_kind text,
             actor_id bigint, actor_name text, earlier_time timestamptz, later_time timestamptz, resent_as bigint)`,
    values: [asJson(rows), now],
  })
}

export interface DeliveryChangeRow {
  delivery_id: number
  kind: 'rescheduled' | 'cancelled' | 'resent' | 'sent_now'
  at: Date
  /** The kinds of the audit log. */
  actor_kind: string
  actor_id: number | null
  actor_name: string
  earlier_time: Date | null
  later_time: Date | null
  resent_as: number | null
}

/** Maximum number of changes that are read for one delivery. A member can reschedule and resend it any number of times. */
const MOST_CHANGES = 200

const COLUMNS = 'delivery_id, kind, at, actor_kind, actor_id, actor_name, earlier_time, later_time, resent_as'

/** Returns the latest changes of a delivery, oldest first, and the resend that created the delivery. */
export async function readDeliveryChanges(
  c: Connection,
  workspaceId: number,
  deliveryId: number,
): Promise<DeliveryChangeRow[]> {
  return rowsOf<DeliveryChangeRow>(c, {
    text: `select ${COLUMNS} from (
             (select id, ${COLUMNS} from delivery_changes where workspace_id = $1 and delivery_id = $2
              order by id desc limit ${MOST_CHANGES})
             union all
             (select id, ${COLUMNS} from delivery_changes where workspace_id = $1 and resent_as = $2 limit 1)
           ) c order by id`,
    values: [workspaceId, deliveryId],
  })
}

export interface SendingKeyRow {
  id: number
  kind: 'api' | 'trigger'
  name: string | null
  /** The last four characters of the key. */
  hint: string
}

/** Returns the key whose request created the delivery. Returns undefined if no key did, or if the key was deleted. */
export async function findSendingKey(
  c: Connection,
  workspaceId: number,
  deliveryId: number,
): Promise<SendingKeyRow | undefined> {
  return firstRowOf<SendingKeyRow>(c, {
    text: `select k.id, k.kind, k.name, k.hint from deliveries d join keys k on k.id = d.key_id and k.workspace_id = $1
           where d.workspace_id = $1 and d.id = $2`,
    values: [workspaceId, deliveryId],
  })
}

/** Locks a delivery and returns its scheduled time. Returns undefined if the delivery does not exist. */
export async function lockScheduledTime(
  tx: Transaction,
  workspaceId: number,
  deliveryId: number,
): Promise<{ scheduled_for: Date | null } | undefined> {
  return firstRowOf<{ scheduled_for: Date | null }>(tx, {
    text: 'select scheduled_for from deliveries where workspace_id = $1 and id = $2 for update',
    values: [workspaceId, deliveryId],
  })
}
