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

/** The channel and the connection id in the URL of a request. */
export interface Addressee {
  channel: string
  connectionId: number
}

/** The connection that received a request, and the data to verify that the provider sent the request. */
export interface Addressed {
  row: SealedPart
  channel: ChannelName
  receiver: Receiver
  settings: ConnectionSettings
  /**
   * The inbound URL and its secret, once for each master key in use, because the secret is derived from the master key.
   */
  places: InboundPlace[]
}

/** Returns the connection that a URL identifies. Throws not_found if it does not exist or cannot receive requests. */
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

/**
 * Returns the response to a provider's verification handshake. Throws forbidden if the connection does not accept the
 * handshake.
 */
export function answerHandshake({ receiver, settings }: Addressed, query: Record<string, string>): string {
  return (
    receiver.handshake?.(query, settings) ??
    refuse('forbidden', 'The connection does not accept this verification handshake.')
  )
}

/** Returns the repeat key of a body. A request and the repetitions that a provider sends have the same repeat key. */
export type ReadRepeatKey = (body: InboundBody, from: ProviderName, settings: ConnectionSettings) => Promise<RepeatKey>

/**
 * Stores a request from the provider. Throws forbidden if the provider did not send the request. Returns `unreadable`
 * if the body cannot be parsed. Does not throw in this case, because after an error the provider would only repeat the
 * same body. `readLarge` reads bodies that are too large for the main thread.
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

/** Maximum number of characters of a content type to store. */
const LONGEST_TYPE = 255
const NOT_GENUINE = "The request contains no valid signature or secret of this connection's provider."

/**
 * Returns the key under which a request is stored. If the provider repeats the request, the repetition has the same
 * key.
 */
export function repeatKeyOf(receiver: Receiver, settings: ConnectionSettings, body: unknown, bytes: Buffer): Buffer {
  return hashSecret(receiver.repeatKey?.(body, settings) ?? bytes)
}
