// Reads the digest of a delivery: its key, its number of messages, and when it closes.
import type { Connection } from '../../store/database.ts'
import { findDigest } from '../../store/delivery/digests.ts'

/** Returns the digest as the API shows it. Returns undefined if the delivery is no digest. */
export async function digestOf(c: Connection, workspaceId: number, id: number) {
  const row = await findDigest(c, workspaceId, id)
  if (!row) return undefined
  return {
    key: row.key,
    items: row.items,
    opened_at: row.opened_at.toISOString(),
    closes_at: row.closes_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}
