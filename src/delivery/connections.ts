// The workers' cache of connections with decrypted secrets. An entry is valid until the connection's version changes.

import { openParts } from '../connections/chosen.ts'
import { byKey } from '../lib/by-key.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { readAvailability } from '../store/delivery/breakers.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readPartsOfLanes } from '../store/workspaces/provider-connections.ts'
import { applyStored } from './failover/breaker.ts'
import { type Routes, routeOf } from './failover/route.ts'

export interface OpenConnection {
  /** The version of the lane. Every change of the lane's provider connections raises it. */
  version: number
  routes: Routes
  /** The time of a monotonic clock at which the states of the routes were read, in milliseconds. */
  readAt: number
}

export interface ConnectionCache {
  /** Returns the connections of these rows by lane. A lane whose connection was removed is absent. */
  open(c: Connection, now: Date, rows: ClaimedRow[]): Promise<Map<number, OpenConnection>>
}

const MOST = 10_000
/** Milliseconds after which pauses and breakers that other processes stored are read again. */
const STATES_VALID = SECOND

export function createConnectionCache(seal: Seal): ConnectionCache {
  const known = new Map<number, OpenConnection>()
  return {
    async open(c, now, rows) {
      const versions = new Map(
        rows.flatMap((row) => (row.connection_version === null ? [] : [[row.lane, row.connection_version] as const])),
      )
      const stale = [...versions]
        .filter(([lane, version]) => known.get(lane)?.version !== version)
        .map(([lane]) => lane)
      if (stale.length > 0) {
        if (known.size > MOST) known.clear()
        const readAt = performance.now()
        const lanes = byKey(await readPartsOfLanes(c, stale), ({ lane }) => lane)
        for (const [lane, [first, ...others]] of lanes) {
          if (!first) continue
          const [part, ...parts] = openParts(seal, [first, ...others])
          known.set(lane, { version: first.version, routes: [routeOf(part), ...parts.map(routeOf)], readAt })
        }
      }
      const opened = new Map(
        [...versions.keys()].flatMap((lane) => {
          const connection = known.get(lane)
          return connection ? [[lane, connection] as const] : []
        }),
      )
      await refreshStates(c, now, opened)
      return opened
    },
  }
}

/** Reads the pauses and breakers that other processes stored. Reads nothing for a lane with one provider connection. */
async function refreshStates(c: Connection, now: Date, connections: Map<number, OpenConnection>): Promise<void> {
  const readAt = performance.now()
  const old = [...connections].filter(
    ([, { routes, readAt: last }]) => routes.length > 1 && readAt - last >= STATES_VALID,
  )
  if (old.length === 0) return
  const routes = old.flatMap(([, connection]) => connection.routes)
  const changes = new Map(routes.map((route) => [route, route.breaker.changes]))
  for (const [, connection] of old) connection.readAt = readAt
  const rows = await readAvailability(
    c,
    old.map(([lane]) => lane),
  )
  for (const route of routes) {
    const row = rows.find(({ id, version }) => id === route.id && version === route.version)
    // A change that this process stores during the read is newer than the row.
    const isNewer = route.breaker.storing > 0 || route.breaker.changes !== changes.get(route)
    if (row && !isNewer) applyStored(route.breaker, row, now)
  }
}
