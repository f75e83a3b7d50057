// Events are written in the transaction of the change they tell: one row per subscription that chose them.
import { randomText } from '../lib/random-text.ts'
import type { Transaction } from '../store/database.ts'
import { insertEvents } from '../store/outgoing.ts'
import { envelopeOf, type Occurrence } from './catalogue.ts'

/**
 * Writes what happened for everybody who listens, disabled subscriptions included, in the order given; nothing is written
 * where nobody does. One statement for the whole set, and its answer travels with COMMIT.
 *
 * On the hot paths nobody calls this for a workspace without subscriptions: admission asks its catalogue, which is good
 * for as long as the workspace's version stands still (the first subscription to an event raises it), and settling learns
 * it from one probe of an index in the statement that changes the delivery.
 */
export function recordEvents(tx: Transaction, now: Date, occurrences: Occurrence[]): void {
  if (occurrences.length === 0) return
  insertEvents(
    tx,
    now,
    occurrences.map((occurrence) => {
      const eventId = `evt_${randomText(24)}`
      const { workspaceId, event, mode, subject } = occurrence
      const body = JSON.stringify(envelopeOf(occurrence, eventId, now))
      return { workspace_id: workspaceId, event, event_id: eventId, mode, subject, body }
    }),
  )
}
