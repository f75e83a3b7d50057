// Removes provider connections: the first one of a channel, or one with a given id.
import type { ChannelName } from '../channels/index.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { type ConnectionRecord, deleteConnection } from '../store/workspaces/connections.ts'
import { deletePart, type ProviderPart, raiseLane } from '../store/workspaces/provider-connections.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { lockConnection, type SourceRef } from './connections.ts'
import { addressedParts } from './stored.ts'

/**
 * Removes the first provider connection of a channel. The next connection in the order becomes the first. If one
 * message of the channel can use several connections, removes all connections.
 */
export async function disconnect(db: Database, now: Date, place: SourceRef, channel: ChannelName): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await lockConnection(tx, place, channel)
    await removeParts(tx, now, row, addressedParts(row))
  })
}

/** Removes provider connections of a locked lane. Disconnects the channel if no provider connection is left. */
export async function removeParts(
  tx: Transaction,
  now: Date,
  row: ConnectionRecord,
  removed: ProviderPart[],
): Promise<void> {
  const { workspace_id, source_id, channel, parts } = row
  if (removed.length === parts.length) await deleteConnection(tx, workspace_id, source_id, channel)
  else {
    for (const part of removed) await deletePart(tx, workspace_id, part.id)
    await raiseLane(tx, now, row)
  }
  await raiseVersion(tx, workspace_id)
}
