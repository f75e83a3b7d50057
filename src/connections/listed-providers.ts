// Lists the provider connections of a source's channel in their order.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf, settingsByProvider } from '../channels/providers.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import type { ConnectionRecord } from '../store/workspaces/connections.ts'
import type { ProviderPart } from '../store/workspaces/provider-connections.ts'
import { requireConnection, type SourceRef, UNREADABLE } from './connections.ts'
import { editedSettings } from './form-fields.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { readSettings } from './secrets.ts'

/**
 * A provider connection with the name of its provider. The database row has no provider name until the upgrade has
 * moved the connection.
 */
export type NamedPart = ProviderPart & {
  provider: string
  /** The complete settings with their secrets. Undefined if the secrets cannot be decrypted. */
  whole: ConnectionSettings | undefined
}

export async function providersOf(c: Connection, seal: Seal, place: SourceRef, channel: ChannelName) {
  const row = await requireConnection(c, place, channel)
  return namedParts(seal, row).map((part, index) => partBody(channel, part, index))
}

/** Returns one provider connection as the list shows it. Throws not_found. */
export async function providerOfId(c: Connection, seal: Seal, place: SourceRef, channel: ChannelName, id: number) {
  const found = (await providersOf(c, seal, place, channel)).find((body) => body.id === id)
  return found ?? refuseUnknown(channel, id)
}

/**
 * Returns the provider connections in their order, with the names of their providers. Providers that are used side by
 * side share one row until the upgrade creates a row for each. Until then their id is 0, because only one of them will
 * keep the id of the shared row.
 */
export function namedParts(seal: Seal, { channel, workspace_id, parts }: ConnectionRecord): NamedPart[] {
  return parts.flatMap((part) => {
    const whole = readSettings(seal, { ...part, workspace_id })
    if (part.provider !== null) return [{ ...part, provider: part.provider, whole }]
    const id = channelOf(channel).sideBySide ? 0 : part.id
    const own = settingsByProvider(channel, whole ?? part.settings)
    return own.map(({ provider, settings }) => ({ ...part, id, provider, settings, whole: whole && settings }))
  })
}

/** Returns one provider connection. Throws not_found if the id is unknown, and the errors of `requireIds`. */
export function requirePart(seal: Seal, row: ConnectionRecord, id: number): NamedPart {
  requireIds(seal, row)
  return namedParts(seal, row).find((part) => part.id === id) ?? refuseUnknown(row.channel, id)
}

/**
 * Throws conflict if the connections of the channel have no separate ids yet. The upgrade from 0.1.0 gives each of them
 * an id when it moves it to a separate row. Throws validation_failed if the upgrade cannot do this, because their
 * secrets cannot be decrypted.
 */
export function requireIds(seal: Seal, { channel, workspace_id, parts: [first] }: ConnectionRecord): void {
  if (first.provider !== null || !channelOf(channel).sideBySide) return
  if (!readSettings(seal, { ...first, workspace_id })) refuseInvalid(UNREADABLE)
  refuse(
    'conflict',
    `The connections of this source on ${channel} have no ids yet. Nothing was changed. Finish the upgrade ("carillon migrate --finish"), wait until a worker has moved them, and read the list again. Until then use PUT or DELETE …/connections/${channel}.`,
  )
}

function partBody(channel: ChannelName, part: NamedPart, index: number) {
  const provider = providerOf(channel, part.provider)
  return {
    id: part.id,
    provider: part.provider,
    title: provider.title,
    position: index + 1,
    settings: editedSettings(provider, part.whole ?? part.settings),
    version: part.version,
    created_at: part.created_at.toISOString(),
    updated_at: part.updated_at.toISOString(),
  }
}

function refuseUnknown(channel: ChannelName, id: number): never {
  return refuse('not_found', `The source has no ${channel} connection ${id}.`)
}
