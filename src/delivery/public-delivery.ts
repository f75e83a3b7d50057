// Reads a delivery for a key holder: its record, status history, reason and remedy (decision 36).
import type { Connection } from '../store/database.ts'
import { findDelivery } from '../store/delivery/deliveries.ts'
import { digestOf } from './details/digest.ts'
import { fallbackOf } from './details/fallback.ts'
import { deferredUntil, shownReason } from './quiet-hours/waiting.ts'
import { findRemedy } from './read-remedies.ts'

/** Returns the delivery, or undefined if it belongs to another workspace or mode. */
export async function publicDelivery(c: Connection, now: Date, workspaceId: number, mode: 'live' | 'test', id: number) {
  const row = await findDelivery(c, workspaceId, id)
  if (!row || row.mode !== mode) return undefined
  const shown = shownReason(row, now)
  const digest = row.content.digest && (await digestOf(c, workspaceId, id))
  return {
    id: row.id,
    status: row.status,
    recipient_id: row.recipient_id,
    channel: row.channel,
    template_slug: row.template_slug,
    category: row.content.category ?? null,
    external_id: row.external_id,
    error_message: shown.message,
    created_at: row.created_at.toISOString(),
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    deferred_until: deferredUntil(row, now)?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    reason: shown.reason,
    remedy: await findRemedy(c, now, row),
    ...(digest ? { digest } : {}),
    history: row.history,
    fallback: await fallbackOf(c, now, row),
  }
}
