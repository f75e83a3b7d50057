// The place where a form stores its settings: the only connection of a channel, one of several connections, or a new
// connection.
import type { Connection, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import type { OperationId } from '../../../api/request.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'

export interface ConnectionPath {
  ws: number
  source: number
  channel: ChannelName
}

export type ConnectionTarget = { place: ConnectionPath } & (
  | { kind: 'only' }
  | { kind: 'listed'; id: number }
  | { kind: 'added'; provider: string }
)

/** The fields of a stored connection that a form needs. */
export type Stored = Pick<Connection, 'id' | 'settings' | 'version'>

/** The queries that become stale when a connection changes. */
export const staleConnectionQueries: OperationId[] = ['listProviderConnections', 'listConnections', 'readConnection']

/** The API operations that save and check a connection. */
export const operations = {
  only: { save: 'connect', check: 'checkConnection' },
  listed: { save: 'changeProviderConnection', check: 'checkProviderConnection' },
  added: { save: 'addProviderConnection', check: 'checkConnection' },
} as const

export function pathOf(target: ConnectionTarget): ConnectionPath & { id?: number } {
  return target.kind === 'listed' ? { ...target.place, id: target.id } : target.place
}

/** Builds the request body of a save. `version` is the version that the form has read. */
export function bodyOf(target: ConnectionTarget, settings: Record<string, unknown>, version: number) {
  return target.kind === 'added' ? { provider: target.provider, settings } : { settings, version }
}

/** Reads the stored connection. Returns null if there is no stored connection. */
export function useStored(target: ConnectionTarget) {
  const { ws, source, channel } = target.place
  const isListed = target.kind === 'listed'
  const one = useRead(
    'listConnections',
    { path: { ws, source } },
    { fresh: true, enabled: !isListed, select: ({ data }): Stored | null => ofChannel(data, channel) ?? null },
  )
  const listed = useRead(
    'listProviderConnections',
    { path: target.place },
    { fresh: true, enabled: isListed, select: ({ data }): Stored | null => ofTarget(data, target) ?? null },
  )
  return isListed ? listed : one
}

function ofChannel(rows: Connection[], channel: ChannelName): Connection | undefined {
  return rows.find((row) => row.channel === channel)
}

function ofTarget(rows: ProviderConnection[], target: ConnectionTarget): ProviderConnection | undefined {
  return rows.find(({ id }) => target.kind === 'listed' && id === target.id)
}
