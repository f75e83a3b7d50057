// Records the callback and the event of a used action, in the transaction that uses the action.
import { recordCallbacks } from '../events/callbacks.ts'
import { actionTaken } from '../events/delivery-events.ts'
import { recordEvents } from '../events/record.ts'
import type { Transaction } from '../store/database.ts'
import type { ActionTokenDetail } from '../store/delivery/action-tokens.ts'
import { readEventSubjects } from '../store/events/event-subjects.ts'

/** `by` is the name of the person who used the action. */
export async function emitActionEvents(
  tx: Transaction,
  now: Date,
  taken: ActionTokenDetail,
  by: string,
): Promise<void> {
  const { workspace_id: workspaceId, delivery_id: deliveryId, mode, slug, action } = taken
  const actor = { name: by, channel: taken.channel }
  const payload = action.payload ?? {}
  recordCallbacks(tx, now, [
    {
      workspaceId,
      sourceId: taken.source_id,
      keyId: taken.key_id,
      mode,
      deliveryId,
      slug,
      url: action.callback_url,
      body: callbackBody(taken, actor, now),
    },
  ])
  const rows = await readEventSubjects(tx, [deliveryId])
  const events = rows.map((delivery) => actionTaken(delivery, { slug, payload }, actor))
  recordEvents(tx, now, events)
}

/**
 * Returns the body of the callback. The specification shows two variants of the body. This body has the fields of both
 * variants (decision 26).
 */
function callbackBody(taken: ActionTokenDetail, actor: { name: string; channel: string }, now: Date): object {
  return {
    delivery_id: taken.delivery_id,
    action: taken.slug,
    action_slug: taken.slug,
    payload: taken.action.payload ?? {},
    recipient: { id: taken.recipient_id, name: taken.recipient_name },
    actor,
    timestamp: now.toISOString(),
  }
}
