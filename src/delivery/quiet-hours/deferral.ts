// Defers claimed messages to the end of quiet hours. This does not count as an attempt.
import { messageDeferred } from '../../events/delivery-events.ts'
import { recordEvents } from '../../events/record.ts'
import { requireValue } from '../../lib/by-key.ts'
import { respectsQuietHours } from '../../lib/quiet-hours/effective.ts'
import { quietUntil } from '../../lib/quiet-hours/period.ts'
import type { Transaction } from '../../store/database.ts'
import { moveActionTokens } from '../../store/delivery/action-tokens.ts'
import type { ClaimedRow } from '../../store/delivery/queue.ts'
import type { ChangedRow } from '../../store/delivery/settling.ts'
import { readEventSubjects } from '../../store/events/event-subjects.ts'
import type { Settlement } from '../settlement.ts'

const HIGH = 2

/** Returns the settlement of a message that is claimed during quiet hours. Returns undefined if it may be sent now. */
export function deferredBy(row: ClaimedRow, now: Date): Settlement | undefined {
  const { content, priority, quiet_hours: hours } = row
  if (!hours) return undefined
  const { stated, essential = false } = content
  const message = { requested: stated?.quiet_hours, isUrgent: priority === HIGH, isEssential: essential }
  const until = respectsQuietHours(message) ? quietUntil(hours, now) : undefined
  if (!until) return undefined
  const wait = until.getTime() - now.getTime()
  const expiresAt = stated?.expires_after === undefined ? new Date(row.expires_at.getTime() + wait) : row.expires_at
  const plan = {
    status: 'queued' as const,
    ready: false,
    // A message that expires during quiet hours fails at its expiry.
    nextAt: until < expiresAt ? until : expiresAt,
    attemptsMade: row.attempts_made,
    errorCode: null,
    errorMessage: null,
  }
  return { row, plan, outcome: null, startedAt: now, endedAt: now, deferral: { until, expiresAt } }
}

/** Moves the expiry of the action tokens of deferred messages. */
export async function moveTokensOf(tx: Transaction, settlements: Settlement[]): Promise<void> {
  const moves = settlements.flatMap(({ row, deferral, startedAt }) =>
    deferral && row.content.actions.length > 0
      ? [{ delivery_id: row.id, seconds: (deferral.until.getTime() - startedAt.getTime()) / 1000 }]
      : [],
  )
  if (moves.length > 0) await moveActionTokens(tx, moves)
}

/** Emits message.deferred for the settled messages that wait for the end of quiet hours. */
export async function emitDeferred(
  tx: Transaction,
  now: Date,
  changed: ChangedRow[],
  settlements: Settlement[],
): Promise<void> {
  const subscribed = new Set(changed.filter((row) => row.has_subscription).map(({ id }) => id))
  const ends = new Map(
    settlements.flatMap(({ row: { id }, deferral }): [number, Date][] =>
      deferral && subscribed.has(id) ? [[id, deferral.until]] : [],
    ),
  )
  if (ends.size === 0) return
  const rows = await readEventSubjects(tx, [...ends.keys()])
  recordEvents(
    tx,
    now,
    rows.map((row) => messageDeferred(row, requireValue(ends, row.id), now)),
  )
}
