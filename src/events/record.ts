// Records events in the transaction of the change: one row for each subscription that selected the event, and one run
// for each automation that the event triggers.
import { randomText } from '../lib/text/random-text.ts'
import { queueRuns } from '../store/automations/automations.ts'
import type { Transaction } from '../store/database.ts'
import { insertEvents } from '../store/events/outgoing.ts'
import { envelopeOf, type Occurrence } from './catalog.ts'
import { triggersOf } from './triggers.ts'

/**
 * Writes a row for each subscription that selected the event, and queues the automations that the events trigger. The
 * rows have the given order. Disabled subscriptions get rows too. One statement writes all rows and another all runs,
 * both pipelined with COMMIT. Admission and settling skip the call for workspaces without subscriptions and
 * automations. Admission finds these workspaces in its catalog (admission/catalog.ts), which is valid until the
 * workspace's version changes. Settling reads an index in the statement that changes the delivery.
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
