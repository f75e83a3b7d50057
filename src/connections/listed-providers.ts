// The connections of a source's channel to its providers, as they are listed in their order.
import type { ChannelName } from '../channels/index.ts'
import { providerOf, settingsByProvider } from '../channels/providers.ts'
import { refuse } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import type { ConnectionRecord } from '../store/workspaces/connections.ts'
import type { ProviderPart } from '../store/workspaces/provider-connections.ts'
import { type Place, requireConnection } from './connections.ts'
import { shownSettings } from './secret-settings.ts'
import { readSettings } from './secrets.ts'

/** A connection with its provider's name, which one that was not moved to a row of its own does not store. */
type NamedPart = ProviderPart & { provider: string }

export async function providersOf(c: Connection, seal: Seal, place: Place, channel: ChannelName) {
  const row = await requireConnection(c, place, channel)
  return namedParts(row).map((part, index) => partBody(seal, row, part, index))
}

/** Returns one connection as it is listed. Throws not_found. */
export async function providerOfId(c: Connection, seal: Seal, place: Place, channel: ChannelName, id: number) {
  const found = (await providersOf(c, seal, place, channel)).find((body) => body.id === id)
  return found ?? refuseUnknown(channel, id)
}

/** Returns the connections with the names of their providers, in their order. */
export function namedParts({ channel, parts }: ConnectionRecord): NamedPart[] {
  return parts.flatMap((part) =>
    part.provider === null
      ? settingsByProvider(channel, part.settings).map((own) => ({ ...part, provider: own.provider }))
      : [{ ...part, provider: part.provider }],
  )
}

/** Returns one of them. Throws not_found. */
export function requirePart(row: ConnectionRecord, id: number): NamedPart {
  const found = namedParts(row).find((part) => part.id === id)
  return found ?? refuseUnknown(row.channel, id)
}

function partBody(seal: Seal, row: ConnectionRecord, part: NamedPart, index: number) {
  const channel = row.channel
  const provider = providerOf(channel, part.provider)
  const stored = row.parts.find(({ id }) => id === part.id) ?? row.parts[0]
  const whole = readSettings(seal, { ...stored, workspace_id: row.workspace_id }) ?? stored.settings
  const own =
    stored.provider === null ? settingsByProvider(channel, whole) : [{ provider: part.provider, settings: whole }]
  const settings = own.find((one) => one.provider === part.provider)?.settings ?? {}
  return {
    id: part.id,
    provider: part.provider,
    title: provider.title,
    position: index + 1,
    settings: shownSettings(provider.settings, settings),
    version: part.version,
    created_at: part.created_at.toISOString(),
    updated_at: part.updated_at.toISOString(),
  }
}

function refuseUnknown(channel: ChannelName, id: number): never {
  return refuse('not_found', `The source has no ${channel} connection ${id}.`)
}
