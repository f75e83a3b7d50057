// Finds messages that are already stored.
import type { Connection } from '../database.ts'

/** Returns whether a message that the connection received is already stored. */
export async function isStored(
  c: Connection,
  { connectionId, providerId }: { connectionId: number; providerId: string },
): Promise<boolean> {
  const result = await c.query({
    name: 'is-message-stored',
    text: 'select from messages where connection_id = $1 and provider_id = $2',
    values: [connectionId, providerId],
  })
  return result.rows.length > 0
}
