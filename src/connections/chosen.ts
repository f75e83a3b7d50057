// Opens the provider connections that can send the messages of a lane. Some channels use all provider connections side
// by side, as one. Other channels use one of them for each message.
import type { Provider } from '../channels/contract.ts'
import { refusalOfSeveral } from '../channels/failover.ts'
import { channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import type { SealedPart } from '../store/workspaces/provider-connections.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { readSettingsInForce } from './secrets.ts'

export interface ChosenConnection {
  /**
   * The id of the provider connection, to be stored with the attempt. Null if the attempt uses several of them at once.
   */
  id: number | null
  provider: Provider
  settings: ConnectionSettings
  /** The provider connections that the channel uses side by side, if there are several of them. */
  sides?: Side[]
}

/** One of several provider connections that serve a channel side by side. */
export interface Side {
  id: number
  version: number
  provider: string | null
  /** The end of the pause. The number `Infinity` if a person must end the pause. */
  pausedUntil: Date | number | null
}

/** A provider connection of a lane. */
export interface OpenPart {
  row: SealedPart
  /** Undefined if the secrets cannot be decrypted. */
  chosen: ChosenConnection | undefined
}

/**
 * Opens the provider connections of a lane. `rows` contains all of them, in their order. If the channel uses them side
 * by side, the result has one entry. If the channel does not permit failover, the result has the first one only.
 */
export function openParts(seal: Seal, rows: readonly [SealedPart, ...SealedPart[]]): [OpenPart, ...OpenPart[]] {
  const [first, ...others] = rows
  const { sideBySide, failover } = channelOf(first.channel)
  if (sideBySide) {
    const settings = readSettingsInForce(seal, first.channel, rows)
    const provider = providerOf(first.channel)
    const chosen = rows.length === 1 ? { id: first.id } : { id: null, sides: rows.map(sideOf) }
    return [{ row: first, chosen: settings && { ...chosen, provider, settings } }]
  }
  const used = refusalOfSeveral(failover) === undefined ? others : []
  return [openPart(seal, first), ...used.map((row) => openPart(seal, row))]
}

function openPart(seal: Seal, row: SealedPart): OpenPart {
  const settings = readSettingsInForce(seal, row.channel, [row])
  return { row, chosen: settings && { id: row.id, provider: providerOf(row.channel, row.provider), settings } }
}

function sideOf({ id, part_version: version, provider, paused_until: pausedUntil }: SealedPart): Side {
  return { id, version, provider, pausedUntil }
}
