// Chooses the provider connections that send a claimed message. Some channels use all provider connections side by
// side. Other channels use only the first provider connection in the order.
import type { Provider } from '../channels/contract.ts'
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
}

/**
 * Chooses the provider connections to use. `rows` contains all provider connections of the lane, in their order.
 * Returns undefined if the secrets cannot be decrypted.
 */
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
