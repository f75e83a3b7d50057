// The secrets of a connection as they are stored: sealed as one text, for the connection's row.
import type { Seal } from '../lib/seal.ts'
import { sealedSettings } from '../store/sealed.ts'
import { joinSecrets } from './secret-settings.ts'

export interface SealedConnection {
  id: number
  workspace_id: number
  settings: Record<string, unknown>
  secrets: Buffer
}

/** `bound`: as `readSealForm` answers. */
export function closeSecrets(
  seal: Seal,
  { workspaceId, id, bound }: { workspaceId: number; id: number; bound: boolean },
  secrets: Record<string, unknown>,
): Buffer {
  return seal.closeAt(JSON.stringify(secrets), sealedSettings.at({ workspaceId, id }), bound)
}

/** Undefined when they were sealed under another master key or for another row, or damaged. */
function openSecrets(
  seal: Seal,
  { workspace_id: workspaceId, id, secrets }: SealedConnection,
): Record<string, unknown> | undefined {
  try {
    return JSON.parse(seal.openAt(secrets, sealedSettings.at({ workspaceId, id }))) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A connection's settings whole, or undefined as openSecrets. */
export function readSettings(seal: Seal, row: SealedConnection): Record<string, unknown> | undefined {
  const secrets = openSecrets(seal, row)
  return secrets && joinSecrets(row.settings, secrets)
}

export const unreadableSecrets = {
  reason: "the connection's secrets can't be opened with this master key",
  remedy: 'Start with the MASTER_KEY they were saved under, or save the connection with all its secrets again.',
}
