// Records callbacks in the queue of events. Callbacks and events are signed, retried, logged and replayed in the same
// way.
import { hash } from 'node:crypto'
import { randomText } from '../lib/text/random-text.ts'
import type { Transaction } from '../store/database.ts'
import { insertCallbacks } from '../store/events/outgoing.ts'
import { aboutDelivery } from './catalog.ts'

/**
 * A callback to send, with the body that the specification requires. Only API keys of its source may sign it (decision
 * 26).
 */
export interface CallbackRequest {
  workspaceId: number
  sourceId: number
  /** The API key of the send request. Null if the message was sent without an API key, such as a resend. */
  keyId: number | null
  mode: 'live' | 'test'
  deliveryId: number
  slug: string
  url: string
  body: object
}

/** Records callbacks in the transaction that marks their action tokens as used. */
export function recordCallbacks(tx: Transaction, now: Date, callbacks: CallbackRequest[]): void {
  if (callbacks.length === 0) return
  insertCallbacks(
    tx,
    now,
    callbacks.map(({ workspaceId, sourceId, keyId, mode, deliveryId, slug, url, body }) => ({
      workspace_id: workspaceId,
      lane: laneOf(workspaceId, url),
      source_id: sourceId,
      key_id: keyId,
      url,
      subject: aboutDelivery(deliveryId),
      event: slug,
      event_id: `cbk_${randomText(24)}`,
      mode,
      body: JSON.stringify(body),
    })),
  )
}

/**
 * Returns the lane for a workspace and the origin of a URL. With a lane for each origin, a slow receiver delays only
 * its own callbacks. Lanes of callbacks are negative, so that they differ from the ids of subscriptions.
 */
function laneOf(workspaceId: number, url: string): number {
  const digest = hash('sha256', `${workspaceId} ${new URL(url).origin}`, 'hex')
  return -1 - Number.parseInt(digest.slice(0, 13), 16)
}
