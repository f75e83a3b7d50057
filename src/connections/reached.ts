// Derives the inbound URL of a connection and the secret that its provider must send with each request. Also decrypts
// the settings.
import { brand } from '../brand.ts'
import type { ConnectionSettings, InboundPlace } from '../channels/inbound.ts'
import type { Seal } from '../lib/seal.ts'
import { readSettings, type SealedConnection, unreadableSecrets } from './secrets.ts'

/**
 * Returns the inbound URL of a connection, and the secret that its provider must send with each request. The URL ends
 * with the connection's id. URLs appear in logs, so this URL is not secret. Only a valid signature or secret proves
 * that a request comes from the provider.
 */
export function inboundPlace(
  seal: Seal,
  publicUrl: string,
  { id, channel }: { id: number; channel: string },
): InboundPlace {
  return {
    url: inboundUrl(publicUrl, { id, channel }),
    secret: seal.mac(String(id), 'inbound').toString('hex'),
  }
}

/** Returns the inbound URL of a connection. */
export function inboundUrl(publicUrl: string, { id, channel }: { id: number; channel: string }): string {
  return `${publicUrl}${brand.basePath}/inbound/${channel}/${id}`
}

/**
 * Returns the settings with their secrets. Throws if the secrets cannot be decrypted. The inbound request is then
 * processed again later.
 */
export function openSettings(seal: Seal, row: SealedConnection): ConnectionSettings {
  const settings = readSettings(seal, row)
  if (!settings) throw new Error(`${unreadableSecrets.reason}. ${unreadableSecrets.remedy}`)
  return settings
}
