// Receives inbound webhooks: verifies the bytes of a request, stores the request once and responds. A worker applies
// the request later.
import type { ConnectionSettings, InboundBody, InboundPlace, InboundRequest, Receiver } from '../channels/inbound.ts'
import { type RepeatKey, readRepeatKey } from '../channels/inbound-bodies.ts'
import { type ChannelName, channelNames } from '../channels/index.ts'
import { type ProviderName, providerOf } from '../channels/providers.ts'
import { inboundPlace, openSettings } from '../connections/reached.ts'
import { refuse } from '../errors.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { bodyWork } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { storeInboundRequest } from '../store/inbound/inbound.ts'
import { findParts, type SealedPart } from '../store/workspaces/provider-connections.ts'

export interface ReceiveTools {
  db: Connection
  seal: Seal
  publicUrl: string
}

/** The connection that the URL of a request names. */
export interface Addressee {
  channel: string
  connectionId: number
}

/** The connection that received a request, with the data to verify that the provider sent it. */
export interface Addressed {
  row: SealedPart
  channel: ChannelName
  receiver: Receiver
  settings: ConnectionSettings
  /** The inbound URL and the secret, once for each master key in use. */
  places: InboundPlace[]
}

/** Returns the connection that a URL names. Throws not_found. */
export async function findAddressed(
  { db, seal, publicUrl }: ReceiveTools,
  { channel: name, connectionId }: Addressee,
): Promise<Addressed> {
  const channel = channelNames.find((known) => known === name)
  const [row] = channel ? await findParts(db, [connectionId]) : []
  const receiver = row && channel === row.channel ? providerOf(channel, row.provider).receiver : undefined
  if (!receiver || !row || !channel) return refuse('not_found', 'There is no such connection.')
  const places = [seal, ...seal.others].map((key) => inboundPlace(key, publicUrl, row))
  return { row, channel, receiver, settings: openSettings(seal, row), places }
}

/** Throws forbidden if the headers alone prove that the provider did not send the request. */
export function checkHeaders({ receiver, settings, places }: Addressed, headers: InboundRequest['headers']): void {
  if (!places.some((place) => receiver.verifyHeaders(headers, settings, place))) refuse('forbidden', NOT_GENUINE)
}

/** Returns the answer to a provider's verification handshake. Throws forbidden if the connection refuses it. */
export function answerHandshake({ receiver, settings }: Addressed, query: Record<string, string>): string {
  return (
    receiver.handshake?.(query, settings) ??
    refuse('forbidden', 'The connection does not accept this verification handshake.')
  )
}

/** Returns the repeat key of a body: repeats of a request have the same key. */
export type ReadRepeatKey = (body: InboundBody, from: ProviderName, settings: ConnectionSettings) => Promise<RepeatKey>

/**
 * Stores a request that the provider sent. Throws forbidden if the provider did not send it. Returns `unreadable` for a
 * body that cannot be parsed, because a repeat of the request would not help. `readLarge` reads bodies that are too
 * large for the main thread.
 */
export async function receiveRequest(
  db: Connection,
  now: Date,
  { row, channel, receiver, settings, places }: Addressed,
  request: InboundRequest,
  readLarge: ReadRepeatKey,
): Promise<'kept' | 'repeated' | 'unreadable'> {
  if (!places.some((place) => receiver.verify(request, settings, place))) refuse('forbidden', NOT_GENUINE)
  const body = { bytes: request.body, contentType: request.headers['content-type']?.slice(0, LONGEST_TYPE) }
  const isLarge = body.bytes.length > bodyWork.inThread
  const { readable, key } = isLarge
    ? await readLarge(body, { channel, provider: row.provider }, settings)
    : readRepeatKey(receiver, body, settings)
  if (!readable) return 'unreadable'
  const stored = await storeInboundRequest(db, now, {
    workspaceId: row.workspace_id,
    connectionId: row.id,
    channel: row.channel,
    repeatKey: hashSecret(key ?? body.bytes),
    body,
  })
  return stored ? 'kept' : 'repeated'
}

/** Maximum number of characters of the content type that are stored. */
const LONGEST_TYPE = 255
const NOT_GENUINE = "The request carries no valid signature or secret of this connection's provider."

/** Returns the key under which a request is stored. Only its repeats have the same key. */
export function repeatKeyOf(receiver: Receiver, settings: ConnectionSettings, body: unknown, bytes: Buffer): Buffer {
  return hashSecret(receiver.repeatKey?.(body, settings) ?? bytes)
}
