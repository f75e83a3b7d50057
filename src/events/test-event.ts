// Sends a test event to one subscription. The test event is logged like other events, and it never disables the
// subscription.
import { refuse } from '../errors.ts'
import { type Clock, later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { randomText } from '../lib/text/random-text.ts'
import { outgoing } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { insertClaimedTest } from '../store/events/outgoing.ts'
import { settleOutgoing } from '../store/events/settling.ts'
import { post } from './attempt.ts'
import { type EventName, envelopeOf } from './catalog.ts'
import { exampleOf } from './examples.ts'
import { planAfter } from './judge.ts'
import { resultOf } from './settle.ts'
import { requireSubscription } from './subscriptions.ts'
import { findTargets } from './targets.ts'

export interface TestEventTools {
  db: Database
  clock: Clock
  seal: Seal
  allowPrivateNetwork: boolean
}

/**
 * Sends the example of `event`, marked as a test (decision 63). The default event is the first that the subscription
 * has selected. Returns the result within 30 seconds. A test is not retried, and its failure does not count against the
 * subscription. Throws not_found. Throws conflict if the subscription is disabled.
 */
export async function sendTestEvent(
  { db, clock, seal, allowPrivateNetwork }: TestEventTools,
  place: { workspaceId: number; id: number },
  event: EventName | undefined,
) {
  const startedAt = clock.now()
  const subscription = await requireSubscription(db, place)
  if (subscription.disabled_at !== null)
    refuse('conflict', `Subscription ${place.id} is disabled. Reactivate it first.`)
  // The cast is safe, because the names were checked when the subscription was stored.
  const name = event ?? (subscription.events[0] as EventName)
  const eventId = `test_evt_${randomText(24)}`
  const example = exampleOf(name, place.workspaceId, startedAt)
  // Insert the row with a lease. If this process dies, a dispatcher sends the row when the lease has expired.
  const row = await insertClaimedTest(db, startedAt, later(startedAt, outgoing.lease), place.id, {
    workspace_id: place.workspaceId,
    event: name,
    event_id: eventId,
    mode: example.mode,
    subject: `test/${eventId}`,
    body: JSON.stringify(envelopeOf(example, eventId, startedAt, true)),
  })
  const result = (await findTargets(db, seal, startedAt, [row])).get(row.id) ?? 'unwanted'
  if (result === 'unreadable')
    refuse(
      'conflict',
      `The stored secret of subscription ${place.id} can't be decrypted with this master key. Rotate the secret.`,
    )
  if (typeof result === 'string')
    refuse('conflict', `Subscription ${place.id} was disabled or removed in the meantime.`)
  const { url, headers, secrets } = result.target
  const attempt = await post({
    url,
    headers: headers(startedAt),
    body: row.body,
    secrets,
    now: startedAt,
    timeoutMs: outgoing.answerWithin,
    allowPrivateNetwork,
    signal: new AbortController().signal,
  })
  const endedAt = clock.now()
  const plan = planAfter(attempt, row.kind, row.attempts_made, endedAt)
  await transaction(db, (tx) => settleOutgoing(tx, [resultOf({ row, attempt, plan, startedAt, endedAt })]))
  return {
    event: name,
    event_id: eventId,
    dispatch_id: row.wire_id,
    received: attempt.received,
    status: attempt.status,
    latency_ms: endedAt.getTime() - startedAt.getTime(),
    reason: attempt.reason,
    excerpt: attempt.excerpt,
  }
}
