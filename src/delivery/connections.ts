// Connections as workers use them: settings with their secrets opened, kept in memory until their version moves.

import { readSettings } from '../connections/secrets.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readSendingConnections } from '../store/delivery/sending.ts'

export interface OpenConnection {
  version: number
  /** Undefined when the secrets can't be opened. */
  settings: Record<string, unknown> | undefined
}

export interface ConnectionCache {
  /** The connections of these rows by lane; one that is gone is missing. */
  open(c: Connection, rows: ClaimedRow[]): Promise<Map<number, OpenConnection>>
}

const MOST = 10_000

export function createConnectionCache(seal: Seal): ConnectionCache {
  const known = new Map<number, OpenConnection>()
  return {
    async open(c, rows) {
      const wanted = new Map(
        rows.flatMap((row) => (row.connection_version === null ? [] : [[row.lane, row.connection_version] as const])),
      )
      const stale = [...wanted].filter(([lane, version]) => known.get(lane)?.version !== version).map(([lane]) => lane)
      if (stale.length > 0) {
        if (known.size > MOST) known.clear()
        for (const row of await readSendingConnections(c, stale))
          known.set(row.id, { version: row.version, settings: readSettings(seal, row) })
      }
      return new Map(
        [...wanted.keys()].flatMap((lane) => {
          const connection = known.get(lane)
          return connection ? [[lane, connection] as const] : []
        }),
      )
    },
  }
}
