// Encrypts and decrypts the secrets of a connection. They are one JSON text that can be decrypted only for the
// connection's database row.
import type { ChannelName } from '../channels/index.ts'
import { settingsInForce } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import { sealedProviderSettings, sealedSettings } from '../store/sealed.ts'
import { type ConnectionSettings, joinSecrets } from './secret-settings.ts'

export interface SealedConnection {
  id: number
  workspace_id: number
  /** The name of the provider. Null if the settings are in the row of the lane. */
  provider: string | null
  settings: ConnectionSettings
  secrets: Buffer
}

const columnOf = (provider: string | null) => (provider === null ? sealedSettings : sealedProviderSettings)

/**
 * Encrypts the secrets. `bound`, which `readSealForm` returns, states whether the result can be decrypted only in its
 * row. If the secrets are stored in the row of the whole connection (the lane), `provider` is null.
 */
export function closeSecrets(
  seal: Seal,
  { workspaceId, id, provider, bound }: { workspaceId: number; id: number; provider: string | null; bound: boolean },
  secrets: ConnectionSettings,
): Buffer {
  return seal.closeAt(JSON.stringify(secrets), columnOf(provider).at({ workspaceId, id }), bound)
}

/**
 * Returns the secrets. Returns undefined if they are damaged, or were encrypted with another master key or for another
 * database row.
 */
function openSecrets(
  seal: Seal,
  { workspace_id: workspaceId, id, provider, secrets }: SealedConnection,
): ConnectionSettings | undefined {
  try {
    return JSON.parse(seal.openAt(secrets, columnOf(provider).at({ workspaceId, id })))
  } catch {
    return undefined
  }
}

/** Returns the settings with their secrets, or undefined if the secrets cannot be decrypted. */
export function readSettings(seal: Seal, row: SealedConnection): ConnectionSettings | undefined {
  const secrets = openSecrets(seal, row)
  return secrets && joinSecrets(row.settings, secrets)
}

/**
 * Returns the settings that the channel uses now. `rows` are its connections in their order. Returns undefined if
 * secrets cannot be decrypted.
 */
export function readSettingsInForce(
  seal: Seal,
  channel: ChannelName,
  rows: readonly SealedConnection[],
): ConnectionSettings | undefined {
  const opened: { provider: string | null; settings: ConnectionSettings }[] = []
  for (const row of rows) {
    const settings = readSettings(seal, row)
    if (!settings) return undefined
    opened.push({ provider: row.provider, settings })
  }
  return settingsInForce(channel, opened)
}

export const unreadableSecrets = {
  reason: "the connection's secrets can't be decrypted with this master key",
  remedy: 'Start with the MASTER_KEY that encrypted them, or save the connection with all its secrets again.',
}
