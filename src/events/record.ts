// Records an event in the transaction of the change that it reports. Writes one row for each subscription that selected
// the event, and queues one run for each automation that the event triggers.
import { randomText } from '../lib/text/random-text.ts'
import { queueRuns } from '../store/automations/automations.ts'
import type { Transaction } from '../store/database.ts'
import { insertEvents } from '../store/events/outgoing.ts'
import { envelopeOf, type Occurrence } from './catalog.ts'
import { triggersOf } from './triggers.ts'

/**
 * Writes one row for each subscription that selected an event, even if the subscription is disabled. Queues one run for
 * each automation that an event triggers. The rows keep the order of `occurrences`. One statement writes all rows, and
 * one statement writes all runs. Both are sent together with COMMIT. Admission and settling do not call this function
 * for workspaces without subscriptions and automations. Admission finds these workspaces in its cache
 * (admission/catalog.ts), which is valid until the workspace's version changes. Settling reads an index in the
 * statement that changes the delivery.
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
