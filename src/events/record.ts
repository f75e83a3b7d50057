// Records events in the transaction of the change: a row for each subscription that selected the event, and a run for
// each automation that it triggers.
import { randomText } from '../lib/text/random-text.ts'
import { queueRuns } from '../store/automations/automations.ts'
import type { Transaction } from '../store/database.ts'
import { insertEvents } from '../store/events/outgoing.ts'
import { envelopeOf, type Occurrence } from './catalog.ts'
import { triggersOf } from './triggers.ts'

/**
 * Writes a row for each subscription that selected the event, disabled ones included, in the given order. Queues the
 * automations that the events trigger. Each uses one statement for the whole set, which is pipelined with COMMIT.  The
 * hot paths skip the call for workspaces without subscriptions and automations. Admission checks its catalog
 * (admission/catalog.ts), which is valid until the workspace's version changes. Settling checks an index in the
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
