// The workers' cache of connections with decrypted secrets. An entry is valid until the connection's version changes.

import { type ChosenConnection, chooseConnection } from '../connections/chosen.ts'
import { byKey } from '../lib/by-key.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readPartsOfLanes } from '../store/workspaces/provider-connections.ts'

export interface OpenConnection {
  /** The version of the lane. Every change of the lane's provider connections raises it. */
  version: number
  /** Undefined if the secrets cannot be decrypted. */
  chosen: ChosenConnection | undefined
}

export interface ConnectionCache {
  /** Returns the connections of these rows by lane. A lane whose connection was removed is absent. */
  open(c: Connection, rows: ClaimedRow[]): Promise<Map<number, OpenConnection>>
}

const MOST = 10_000

export function createConnectionCache(seal: Seal): ConnectionCache {
  const known = new Map<number, OpenConnection>()
  return {
    async open(c, rows) {
      const versions = new Map(
        rows.flatMap((row) => (row.connection_version === null ? [] : [[row.lane, row.connection_version] as const])),
      )
      const stale = [...versions]
        .filter(([lane, version]) => known.get(lane)?.version !== version)
        .map(([lane]) => lane)
      if (stale.length > 0) {
        if (known.size > MOST) known.clear()
        const lanes = byKey(await readPartsOfLanes(c, stale), ({ lane }) => lane)
        for (const [lane, [first, ...others]] of lanes) {
          if (first) known.set(lane, { version: first.version, chosen: chooseConnection(seal, [first, ...others]) })
        }
      }
      return new Map(
        [...versions.keys()].flatMap((lane) => {
          const connection = known.get(lane)
          return connection ? [[lane, connection] as const] : []
        }),
      )
    },
  }
}
