// Inserts pending events for one receiver into the table `outgoing`, so that a test needs no send requests.
import type { Connection } from '../../src/store/database.ts'

export interface Backlog {
  workspace: number
  subscription: number
  count: number
  /** The number of different subjects. The events use the subjects in turn. */
  subjects?: number
  at: Date
}

export async function queueEvents(c: Connection, { workspace, subscription, count, subjects = count, at }: Backlog) {
  await c.query({
    text: `insert into outgoing (kind, workspace_id, lane, subscription_id, subject, event, event_id, mode, body, status, ready, next_at, created_at)
           select 'event', $1, $2, $2, 'delivery/' || n % $5::int, 'delivery.sent', 'evt_' || n, 'live',
             json_build_object('n', n, 'subject', n % $5::int, 'padding', repeat('x', 800))::text, 'waiting', true, $3, $3
           from generate_series(1, $4::int) n`,
    values: [workspace, subscription, at, count, subjects],
  })
}
