// Defers claimed messages to the end of quiet hours. This does not count as an attempt.
import { respectsQuietHours } from '../../lib/quiet-hours/effective.ts'
import { quietUntil } from '../../lib/quiet-hours/period.ts'
import type { Transaction } from '../../store/database.ts'
import { moveActionTokens } from '../../store/delivery/action-tokens.ts'
import type { ClaimedRow } from '../../store/delivery/queue.ts'
import type { Settlement } from '../settlement.ts'

/** The stored reason of a message that waits for the end of quiet hours. */
const QUIET_HOURS = 'quiet_hours'

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
    errorCode: QUIET_HOURS,
    errorMessage: `deferred until ${until.toISOString()} because of quiet hours`,
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

/** Returns the time until which a queued message waits because of quiet hours, or null. */
export function deferredUntil(row: { status: string; deferred_until: Date | null }, now: Date): string | null {
  const { status, deferred_until: until } = row
  return status === 'queued' && until !== null && until > now ? until.toISOString() : null
}
