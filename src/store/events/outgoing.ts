// Inserts outgoing requests of three kinds: callbacks, test events, and events for subscriptions.
import { ATTEMPTS_MADE, CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { onlyRowOf } from '../rows.ts'
import type { OutgoingRow } from './dispatching.ts'

export interface NewEvent {
  workspace_id: number
  event: string
  event_id: string
  mode: 'live' | 'test'
  subject: string
  body: string
}

/**
 * Inserts a row for each event and each subscription that has selected the event. If the subscription is disabled, the
 * row has the status `held` and is not sent.
 */
export function insertEvents(tx: Transaction, now: Date, events: NewEvent[]): void {
  tx.send({
    name: 'insert-events',
    text: `insert into outgoing (kind, workspace_id, lane, subscription_id, subject, event, event_id, mode, body, status, ready, next_at, created_at)
           select 'event', s.workspace_id, s.id, s.id, e.subject, e.event, e.event_id, e.mode, e.body,
                  case when s.disabled_at is null then 'waiting' else 'held' end, s.disabled_at is null, $2, $2
           from json_to_recordset($1::json) as e(n int, workspace_id bigint, event text, event_id text, mode text, subject text, body text)
           join subscriptions s on s.workspace_id = e.workspace_id and e.event = any(s.events)
           order by e.n, s.id`,
    values: [asJson(events.map((event, n) => ({ n, ...event }))), now],
  })
}

export interface NewCallback {
  workspace_id: number
  /** The lane of the receiver, as `laneOf` in events/callbacks.ts computes it. */
  lane: number
  source_id: number
  /** The key with which the message was sent. Null if a member sent it again in the portal. */
  key_id: number | null
  url: string
  subject: string
  /** The action's slug. */
  event: string
  event_id: string
  mode: 'live' | 'test'
  body: string
}

export function insertCallbacks(tx: Transaction, now: Date, callbacks: NewCallback[]): void {
  tx.send({
    name: 'insert-callbacks',
    text: `insert into outgoing (kind, workspace_id, lane, source_id, key_id, url, subject, event, event_id, mode, body, status, ready, next_at, created_at)
           select 'callback', c.workspace_id, c.lane, c.source_id, c.key_id, c.url, c.subject, c.event, c.event_id, c.mode, c.body,
                  'waiting', true, $2, $2
           from json_to_recordset($1::json) as c(workspace_id bigint, lane bigint, source_id bigint, key_id bigint, url text, subject text,
                                                 event text, event_id text, mode text, body text)`,
    values: [asJson(callbacks), now],
  })
}

/** Inserts a test event for one subscription. The new row is already claimed, because the caller sends it. */
export async function insertClaimedTest(
  c: Connection,
  now: Date,
  leaseUntil: Date,
  subscriptionId: number,
  event: NewEvent,
): Promise<OutgoingRow> {
  return onlyRowOf<OutgoingRow>(c, {
    text: `insert into outgoing (kind, workspace_id, lane, subscription_id, subject, event, event_id, mode, body, status, ready, attempt,
             next_at, lease_until, created_at)
           values ('test', $1, $2, $2, $3, $4, $5, $6, $7, 'sending', false, 1, $8, $9, $8)
           returning id, wire_id, kind, ${CLAIM_VERSION}, ${ATTEMPTS_MADE}, workspace_id, lane, subscription_id, source_id, key_id, url, event, mode, body`,
    values: [
      event.workspace_id,
      subscriptionId,
      event.subject,
      event.event,
      event.event_id,
      event.mode,
      event.body,
      now,
      leaseUntil,
    ],
  })
}
