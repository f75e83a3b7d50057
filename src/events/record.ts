// Events are written in the transaction of the change they tell: one row per subscription that chose them, and one for each
// automation that waits for it.
import { randomText } from '../lib/text/random-text.ts'
import { queueRuns } from '../store/automations/automations.ts'
import type { Transaction } from '../store/database.ts'
import { insertEvents } from '../store/events/outgoing.ts'
import { envelopeOf, type Occurrence } from './catalog.ts'
import { triggersOf } from './triggers.ts'

/**
 * Writes a row for every subscription that chose the event, disabled ones included, in the order given, and starts the
 * automations that wait for it. Without either nothing is written. One statement each for the whole set, whose answers
 * travel with COMMIT.
 *
 * The hot paths skip this for a workspace that has neither: admission asks its catalog (admission/catalog.ts), which is valid
 * until the workspace's version changes (a new subscription or automation raises it), and settling learns it from
 * one probe of an index in the statement that changes the delivery.
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
  const triggers = occurrences.flatMap(triggersOf)
  if (triggers.length > 0) queueRuns(tx, now, triggers)
}
