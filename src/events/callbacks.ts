// Callbacks leave by the same queue as events: signed, retried, logged and replayed alike; only their target differs.
import { hash } from 'node:crypto'
import { randomText } from '../lib/text/random-text.ts'
import type { Transaction } from '../store/database.ts'
import { insertCallbacks } from '../store/events/outgoing.ts'
import { aboutDelivery } from './catalog.ts'

/** A callback to send: the body as specified, and whose API keys may sign it (decision 26). */
export interface CallbackRequest {
  workspaceId: number
  sourceId: number
  /** The API key that made the send; null for a resend. */
  keyId: number | null
  mode: 'live' | 'test'
  deliveryId: number
  slug: string
  url: string
  body: object
}

/** Writes callbacks in the transaction that takes their tokens. */
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

/** One receiver of one workspace, so that a slow one delays nobody: a negative number, as no subscription's id is. */
function laneOf(workspaceId: number, url: string): number {
  const digest = hash('sha256', `${workspaceId} ${new URL(url).origin}`, 'hex')
  return -1 - Number.parseInt(digest.slice(0, 13), 16)
}
