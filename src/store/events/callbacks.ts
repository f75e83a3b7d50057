// Repeats a callback that has ended. The repetition is a new row, and is signed and sent like any other callback.
import type { Connection } from '../database.ts'

/** Returns the id of the new row. Returns undefined if the callback does not exist or has not ended. */
export async function repeatCallback(
  c: Connection,
  now: Date,
  workspaceId: number,
  id: number,
): Promise<number | undefined> {
  const result = await c.query<{ id: number }>({
    text: `insert into outgoing (kind, workspace_id, lane, source_id, key_id, url, subject, event, event_id, mode, body, replay_of,
             status, ready, next_at, created_at)
           select kind, workspace_id, lane, source_id, key_id, url, subject, event, event_id, mode, body, id, 'waiting', true, $3, $3
           from outgoing where kind = 'callback' and workspace_id = $1 and id = $2 and status in ('received', 'failed')
           returning id`,
    values: [workspaceId, id, now],
  })
  return result.rows[0]?.id
}
