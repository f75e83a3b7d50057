// Dev listeners are subscriptions without a URL. The service records their events but does not send them. A dev
// listener polls for its events.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf, onlyRow, onlyRowOf, rowsOf } from '../rows.ts'

// A dev listener is a row of `subscriptions`, so that events are recorded for it. The row is always disabled, so that
// no event is sent to a URL. `updated_at` is the time of the last poll.
const IS_DEV_LISTENER = `url = ''`

export interface DevListenerRow {
  id: number
  events: string[]
  secret: Buffer
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, events, secret, created_at, updated_at'

export async function insertDevListener(
  c: Connection,
  now: Date,
  row: { id: number; workspaceId: number; events: string[]; secret: Buffer },
): Promise<DevListenerRow> {
  return onlyRowOf<DevListenerRow>(c, {
    text: `insert into subscriptions (id, workspace_id, url, events, secret, disabled_at, disabled_reason, created_at, updated_at)
           overriding system value values ($5, $1, '', $2, $3, $4, 'a dev listener polls its events', $4, $4) returning ${COLUMNS}`,
    values: [row.workspaceId, row.events, row.secret, now, row.id],
  })
}

export async function countDevListeners(c: Connection, workspaceId: number): Promise<number> {
  const result = await c.query<{ count: number }>({
    text: `select count(*)::int as count from subscriptions where workspace_id = $1 and ${IS_DEV_LISTENER}`,
    values: [workspaceId],
  })
  return onlyRow(result).count
}

export async function findDevListener(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<DevListenerRow | undefined> {
  return firstRowOf<DevListenerRow>(c, {
    text: `select ${COLUMNS} from subscriptions where workspace_id = $1 and id = $2 and ${IS_DEV_LISTENER}`,
    values: [workspaceId, id],
  })
}

/** Records a poll. */
export async function touchDevListener(c: Connection, now: Date, workspaceId: number, id: number): Promise<void> {
  await c.query({
    text: `update subscriptions set updated_at = $3 where workspace_id = $1 and id = $2 and ${IS_DEV_LISTENER}`,
    values: [workspaceId, id, now],
  })
}

/** Deletes the listener. Returns true if it existed. */
export async function deleteDevListener(tx: Transaction, workspaceId: number, id: number): Promise<boolean> {
  const deleted = await tx.query({
    text: `delete from subscriptions where workspace_id = $1 and id = $2 and ${IS_DEV_LISTENER}`,
    values: [workspaceId, id],
  })
  if (deleted.rowCount === 0) return false
  await tx.query({ text: 'delete from outgoing where workspace_id = $1 and lane = $2', values: [workspaceId, id] })
  return true
}

/** Returns dev listeners whose last poll was earlier than `before`. */
export async function findIdleDevListeners(
  c: Connection,
  before: Date,
  most: number,
): Promise<{ id: number; workspace_id: number }[]> {
  return rowsOf<{ id: number; workspace_id: number }>(c, {
    text: `select id, workspace_id from subscriptions where ${IS_DEV_LISTENER} and updated_at < $1 order by id limit $2`,
    values: [before, most],
  })
}

export interface PendingEventRow {
  id: number
  wire_id: string
  subject: string
  event: string
  event_id: string
  mode: 'live' | 'test'
  body: string
  created_at: Date
}

/**
 * Returns the recorded events that are not yet deleted, oldest first. There is no cursor, because ids are assigned
 * before the commit: a later call may find an id that is lower than the ids of an earlier call.
 */
export async function readPendingEvents(
  c: Connection,
  workspaceId: number,
  listenerId: number,
  most: number,
): Promise<PendingEventRow[]> {
  return rowsOf<PendingEventRow>(c, {
    name: 'read-pending-events',
    text: `select id, wire_id, subject, event, event_id, mode, body, created_at from outgoing
           where lane = $2 and workspace_id = $1 and status = 'held' order by id limit $3`,
    values: [workspaceId, listenerId, most],
  })
}

export async function deletePendingEvents(
  c: Connection,
  workspaceId: number,
  listenerId: number,
  ids: number[],
): Promise<void> {
  await c.query({
    text: `delete from outgoing where workspace_id = $1 and lane = $2
           and id = any(array(select id from json_to_recordset($3::json) as d(id bigint)))`,
    values: [workspaceId, listenerId, asJson(ids.map((id) => ({ id })))],
  })
}
