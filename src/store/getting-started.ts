// What has really happened in a workspace of the things that one does first: each is one probe of an index.
import type { Connection } from './database.ts'

export interface FirstSteps {
  tested_at: Date | null
  tested_id: number | null
  connected_at: Date | null
  live_at: Date | null
  live_id: number | null
  received_at: Date | null
}

/** `null`: it has not happened yet. Received: a subscription took an event, a test event included. */
export async function readFirstSteps(c: Connection, workspaceId: number): Promise<FirstSteps> {
  const result = await c.query<FirstSteps>({
    text: `select t.at as tested_at, t.delivery_id as tested_id, l.created_at as live_at, l.id as live_id,
             (select min(created_at) from connections where workspace_id = $1) as connected_at,
             (select min(a.ended_at) from subscriptions s cross join lateral (
                select ended_at from outgoing_attempts where lane = s.id and received order by id limit 1) a
              where s.workspace_id = $1) as received_at
           from (select 1) one
           left join lateral (select at, delivery_id from test_messages where workspace_id = $1 order by delivery_id limit 1) t on true
           left join lateral (select created_at, id from deliveries where workspace_id = $1 and mode = 'live' order by id limit 1) l on true`,
    values: [workspaceId],
  })
  return result.rows[0]!
}

/** The newest test key of the workspace that stands, and its source. */
export async function findTestKey(
  c: Connection,
  workspaceId: number,
): Promise<{ source_id: number; sealed: Buffer } | undefined> {
  const result = await c.query<{ source_id: number; sealed: Buffer }>({
    text: `select k.source_id, k.sealed from sources s join keys k on k.source_id = s.id
           where s.workspace_id = $1 and s.deleted_at is null and k.kind = 'api' and k.mode = 'test' and k.revoked_at is null
           order by k.id desc limit 1`,
    values: [workspaceId],
  })
  return result.rows[0]
}
