// The secrets of a connection as they are stored: sealed as one text, for the connection's row.
import type { ChannelName } from '../channels/index.ts'
import { settingsInForce } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import { sealedProviderSettings, sealedSettings } from '../store/sealed.ts'
import { type ConnectionSettings, joinSecrets } from './secret-settings.ts'

export interface SealedConnection {
  id: number
  workspace_id: number
  /** Null: the settings are in the lane's own row. */
  provider: string | null
  settings: ConnectionSettings
  secrets: Buffer
}

const columnOf = (provider: string | null) => (provider === null ? sealedSettings : sealedProviderSettings)

/** `bound`: as `readSealForm` answers. `provider`: null for the lane's own row. */
export function closeSecrets(
  seal: Seal,
  { workspaceId, id, provider, bound }: { workspaceId: number; id: number; provider: string | null; bound: boolean },
  secrets: ConnectionSettings,
): Buffer {
  return seal.closeAt(JSON.stringify(secrets), columnOf(provider).at({ workspaceId, id }), bound)
}

/** Undefined when they were sealed under another master key or for another row, or damaged. */
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

/** A connection's settings whole, or undefined as openSecrets. */
export function readSettings(seal: Seal, row: SealedConnection): ConnectionSettings | undefined {
  const secrets = openSecrets(seal, row)
  return secrets && joinSecrets(row.settings, secrets)
}

/** The settings of a channel that are in force, from its connections in their order; undefined as openSecrets. */
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
  reason: "the connection's secrets can't be opened with this master key",
  remedy: 'Start with the MASTER_KEY they were saved under, or save the connection with all its secrets again.',
}
