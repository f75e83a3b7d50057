// The connection that a message is sent through, chosen when it is claimed: the first in order, or one of each kind of device.
import type { Provider } from '../channels/contract.ts'
import { channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import type { SealedPart } from '../store/workspaces/provider-connections.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { readSettingsInForce } from './secrets.ts'

export interface ChosenConnection {
  /** Stored with the attempt; null where it goes through several at a time. */
  id: number | null
  provider: Provider
  settings: ConnectionSettings
}

/** `rows`: a lane's connections in their order. Returns undefined when secrets cannot be opened. */
export function chooseConnection(
  seal: Seal,
  rows: readonly [SealedPart, ...SealedPart[]],
): ChosenConnection | undefined {
  const [first] = rows
  const channel = first.channel
  if (channelOf(channel).sideBySide) {
    const settings = readSettingsInForce(seal, channel, rows)
    return settings && { id: rows.length === 1 ? first.id : null, provider: providerOf(channel), settings }
  }
  const settings = readSettingsInForce(seal, channel, [first])
  return settings && { id: first.id, provider: providerOf(channel, first.provider), settings }
}
