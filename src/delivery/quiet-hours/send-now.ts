// Sends a message that waits for the end of quiet hours.
import { refuse } from '../../errors.ts'
import { type Database, transaction } from '../../store/database.ts'
import { findDelivery } from '../../store/delivery/deliveries.ts'
import { type ChangedBy, insertDeliveryChange } from '../../store/delivery/delivery-changes.ts'
import { endDeferral } from '../../store/delivery/quiet-hours.ts'

/**
 * Sends a deferred message now. Throws not_found for an unknown delivery, and conflict for a delivery that does not wait
 * for the end of quiet hours. `by` appears in the timeline of the delivery.
 */
export async function sendNow(db: Database, now: Date, workspaceId: number, id: number, by: ChangedBy): Promise<void> {
  const isChanged = await transaction(db, async (tx) => {
    if (!(await endDeferral(tx, now, workspaceId, id))) return false
    await insertDeliveryChange(tx, now, { workspaceId, deliveryId: id, kind: 'sent_now', by })
    return true
  })
  if (isChanged) return
  const row = await findDelivery(db, workspaceId, id)
  if (!row) refuse('not_found', `No delivery ${id} in this workspace.`)
  if (row.status === 'queued' && row.scheduled_for !== null && row.scheduled_for > now)
    refuse('conflict', `Delivery ${id} is scheduled. Reschedule it to send it earlier.`)
  refuse('conflict', `Delivery ${id} does not wait for quiet hours to end: its status is ${row.status}.`)
}
