// Stores the fallbacks of accepted messages, in the transaction of their first deliveries.
import { later } from '../../lib/clock.ts'
import type { Transaction } from '../../store/database.ts'
import {
  insertFallbackAttachment,
  insertFallbacks,
  type NewFallback,
  type NewStep,
} from '../../store/fallbacks/fallbacks.ts'
import { type Charged, type Entry, type Rendered, refuseEntry, withoutOutcome } from '../entry.ts'
import type { ParsedSend } from '../request.ts'
import type { PlannedStep } from './schema.ts'

type WithSteps = Charged & { steps: PlannedStep[] }

/** Stores the steps of messages that have some. Runs no statement for messages without steps. */
export function recordFallbacks(tx: Transaction, now: Date, entries: Charged[]): void {
  const stepped = entries.filter(hasSteps)
  if (stepped.length === 0) return
  insertFallbacks(
    tx,
    now,
    stepped.map((entry) => fallbackOf(entry, now)),
    stepped.flatMap((entry) => stepsOf(entry, now)),
  )
  for (const { deliveryId, parsed } of stepped) {
    for (const [position, { bytes }] of parsed.attachments.entries())
      if (bytes) insertFallbackAttachment(tx, deliveryId, position, bytes)
  }
}

/**
 * Refuses messages with steps while processes of 0.1.0 may run. Their presses would not end a fallback. `isUpgraded` is
 * called only if there is such a message.
 */
export async function refuseUntilUpgraded<Stage extends Entry>(
  entries: Stage[],
  isUpgraded: () => Promise<boolean>,
): Promise<Stage[]> {
  const stepped = entries.filter(({ parsed }) => parsed.steps !== undefined)
  if (stepped.length === 0 || (await isUpgraded())) return entries
  for (const entry of stepped) {
    refuseEntry(entry, {
      code: 'conflict',
      message:
        'The upgrade of this installation is not finished: processes of 0.1.0 do not support fallback and repeat. Stop them, then run "carillon migrate --finish".',
    })
  }
  return withoutOutcome(entries)
}

function hasSteps(entry: Rendered & Charged): entry is WithSteps {
  return entry.steps !== undefined
}

function fallbackOf({ deliveryId, sender, parsed, steps }: WithSteps, now: Date): NewFallback {
  return {
    id: deliveryId,
    workspace_id: sender.workspaceId,
    mode: sender.mode,
    look_at: steps.some(({ state }) => state === 'waiting') ? null : now.toISOString(),
    expires_at: fallbackExpiry(parsed, now)?.toISOString() ?? null,
  }
}

/** Returns the time after which no step starts. Null for a message without `expires_after`. */
export function fallbackExpiry({ scheduledFor, expiresAfter }: ParsedSend, now: Date): Date | null {
  if (expiresAfter === undefined) return null
  return later(scheduledFor !== undefined && scheduledFor > now ? scheduledFor : now, expiresAfter)
}

function stepsOf({ deliveryId, steps }: WithSteps, now: Date): NewStep[] {
  return steps.map(({ channel, after, unless, state, reason, content }, position) => ({
    fallback_id: deliveryId,
    position,
    channel,
    after_ms: after ?? null,
    unless,
    content,
    state,
    reason,
    delivery_id: state === 'started' ? deliveryId : null,
    decided_at: state === 'started' ? now.toISOString() : null,
  }))
}
