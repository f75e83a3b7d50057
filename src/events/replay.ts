// Replays events: sends a copy of each event. The copy has the same body and a new X-Service-Delivery-Id.
import { refuse, refuseInvalid } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { newestOutgoing, type ReplayFilter, replayOutgoing } from '../store/events/outgoing-list.ts'
import { requireSubscription } from './subscriptions.ts'

export interface ReplayInput {
  event_id?: string
  since?: Date
  until?: Date
  failed?: boolean
}

/** Copies are inserted in batches of this size, so that the replay of many events does not block other work. */
const BATCH = 2000

/**
 * Replays one event, all events of a time range, or all failed events that have no replay yet. Returns the number of
 * replayed events. Throws validation_failed or not_found. Throws conflict if the subscription is disabled.
 */
export async function replay(
  db: Database,
  now: Date,
  place: { workspaceId: number; id: number },
  input: ReplayInput,
): Promise<{ replayed: number }> {
  const filter = filterOf(input)
  const { disabled_at } = await requireSubscription(db, place)
  if (disabled_at !== null)
    refuse('conflict', `Subscription ${place.id} is disabled. Reactivate it, then replay the missed events.`)
  const scope = { workspaceId: place.workspaceId, subscriptionId: place.id }
  const upTo = await newestOutgoing(db)
  let above = 0
  let replayed = 0
  for (;;) {
    const copied = await replayOutgoing(db, now, scope, filter, { above, upTo, most: BATCH })
    replayed += copied.length
    if (copied.length < BATCH) break
    above = Math.max(...copied)
  }
  if (replayed === 0 && input.event_id !== undefined)
    refuse('not_found', `This subscription has no event ${input.event_id}.`)
  return { replayed }
}

/**
 * Validates that the input selects events by id, by time range or by `failed`. Only a time range and `failed` may be
 * combined.
 */
function filterOf({ event_id, since, until, failed }: ReplayInput): ReplayFilter {
  const ranged = since !== undefined || until !== undefined
  if ([event_id !== undefined, failed === true || ranged].filter(Boolean).length !== 1)
    refuseInvalid({ event_id: ['set event_id, or since (and until), or failed: true'] })
  if (since !== undefined && until !== undefined && until <= since) refuseInvalid({ until: ['must be after since'] })
  if (until !== undefined && since === undefined && failed !== true) refuseInvalid({ since: ['is required'] })
  return { eventId: event_id, since, until, unreceived: failed === true }
}
