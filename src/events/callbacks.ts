// Adds callbacks to the queue of events. The dispatcher signs, retries, logs and replays callbacks in the same way as
// events.
import { hash } from 'node:crypto'
import { randomText } from '../lib/text/random-text.ts'
import type { Transaction } from '../store/database.ts'
import { insertCallbacks } from '../store/events/outgoing.ts'
import { aboutDelivery } from './catalog.ts'

/**
 * A callback to send. Its body has the fields that the specification requires. It is signed with an API key of its
 * source (decision 26).
 */
export interface CallbackRequest {
  workspaceId: number
  sourceId: number
  /**
   * The API key of the send request. Null if the message was sent without an API key, for example when a member sends
   * it again.
   */
  keyId: number | null
  mode: 'live' | 'test'
  deliveryId: number
  slug: string
  url: string
  body: object
}

/** Adds callbacks to the queue, in the transaction that marks their action tokens as used. */
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
 * Returns the lane of the callbacks from a workspace to the origin of a URL. Each origin has a separate lane, so a slow
 * receiver delays only callbacks to itself. The numbers of these lanes are negative, so that they differ from the ids
 * of subscriptions.
 */
function laneOf(workspaceId: number, url: string): number {
  const digest = hash('sha256', `${workspaceId} ${new URL(url).origin}`, 'hex')
  return -1 - Number.parseInt(digest.slice(0, 13), 16)
}
