// The secrets of a connection as they are kept: sealed as one text.
import type { Seal } from '../lib/seal.ts'
import { joinSecrets } from './secret-settings.ts'

export function closeSecrets(seal: Seal, secrets: Record<string, unknown>): Buffer {
  return seal.close(JSON.stringify(secrets), 'connection')
}

/** Undefined when they were sealed under another master key, or damaged. */
function openSecrets(seal: Seal, sealed: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(seal.open(sealed, 'connection')) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A connection's settings whole, or undefined as openSecrets. */
export function readSettings(
  seal: Seal,
  row: { settings: Record<string, unknown>; secrets: Buffer },
): Record<string, unknown> | undefined {
  const secrets = openSecrets(seal, row.secrets)
  return secrets && joinSecrets(row.settings, secrets)
}

export const unreadableSecrets = {
  reason: "the connection's secrets can't be opened with this master key",
  remedy: 'Start with the MASTER_KEY they were saved under, or save the connection with all its secrets again.',
}
