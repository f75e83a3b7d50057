// Connections as providers reach them: where, with which secret of ours, and with their own secrets opened.
import { brand } from '../brand.ts'
import type { ConnectionSettings, InboundPlace } from '../channels/inbound.ts'
import type { Seal } from '../lib/seal.ts'
import { readSettings, type SealedConnection, unreadableSecrets } from './secrets.ts'

/**
 * The address ends in the connection's number, which is no secret: whatever comes there is the provider's only when its
 * signature or secret says so, and addresses end up in logs.
 */
export function inboundPlace(
  seal: Seal,
  publicUrl: string,
  { id, channel }: { id: number; channel: string },
): InboundPlace {
  return {
    url: `${publicUrl}${brand.basePath}/inbound/${channel}/${id}`,
    secret: seal.mac(String(id), 'inbound').toString('hex'),
  }
}

/** Throws when the secrets can't be opened: what came is kept by the provider or by us, and tried again. */
export function openSettings(seal: Seal, row: SealedConnection): ConnectionSettings {
  const settings = readSettings(seal, row)
  if (!settings) throw new Error(`${unreadableSecrets.reason}. ${unreadableSecrets.remedy}`)
  return settings
}
