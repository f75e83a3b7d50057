// Where the settings of a form are stored: in the only connection of a channel, in one of several, or in one to add.
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

/** What a form needs of a stored connection. */
export type Stored = Pick<Connection, 'id' | 'settings' | 'version'>

/** Every reading that a change to a connection makes stale. */
export const renewed: OperationId[] = ['listProviderConnections', 'listConnections', 'readConnection']

/** The operations that store and check; an added connection is checked where it is listed. */
export const operations = {
  only: { save: 'connect', check: 'checkConnection' },
  listed: { save: 'changeProviderConnection', check: 'checkProviderConnection' },
  added: { save: 'addProviderConnection', check: 'checkConnection' },
} as const

export function pathOf(target: ConnectionTarget): ConnectionPath & { id?: number } {
  return target.kind === 'listed' ? { ...target.place, id: target.id } : target.place
}

/** The body of a save; `version` is the one that was read. */
export function bodyOf(target: ConnectionTarget, settings: Record<string, unknown>, version: number) {
  return target.kind === 'added' ? { provider: target.provider, settings } : { settings, version }
}

/** Reads again what is stored; null: nothing is. */
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
