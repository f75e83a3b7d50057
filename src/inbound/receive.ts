// Receiving: a provider's request is verified on its bytes, kept once and answered; what it says is worked on afterwards.
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

/** Which connection a request came for, as its address says. */
export interface Addressee {
  channel: string
  connectionId: number
}

/** A connection that a request came for, with what tells whether it is the provider's. */
export interface Addressed {
  row: SealedPart
  channel: ChannelName
  receiver: Receiver
  settings: ConnectionSettings
  /** One for each master key that is in use. */
  places: InboundPlace[]
}

/** Finds the connection that an address names. Throws not_found when there is none. */
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

/** Throws forbidden when the headers alone show that a request is not the provider's. */
export function checkHeaders({ receiver, settings, places }: Addressed, headers: InboundRequest['headers']): void {
  if (!places.some((place) => receiver.verifyHeaders(headers, settings, place))) refuse('forbidden', NOT_GENUINE)
}

/** The answer to a provider's verification handshake. Throws forbidden when it is refused. */
export function shakeHands({ receiver, settings }: Addressed, query: Record<string, string>): string {
  return (
    receiver.handshake?.(query, settings) ?? refuse('forbidden', 'This is no handshake that the connection expects.')
  )
}

/** Reads a body for what tells its repeats. */
export type ReadRepeatKey = (body: InboundBody, from: ProviderName, settings: ConnectionSettings) => Promise<RepeatKey>

/**
 * Keeps a request that is the provider's. `unreadable`: it is, and its body is not; repeating it would not help. Throws forbidden
 * for a request that is not the provider's. `readLarge` reads bodies that are too large for the main thread.
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

/** Of a content type, characters: it is kept with the body. */
const LONGEST_TYPE = 255
const NOT_GENUINE = "The request carries no valid signature or secret of this connection's provider."

/** Under what a request is kept: the same for its repeats alone. */
export function repeatKeyOf(receiver: Receiver, settings: ConnectionSettings, body: unknown, bytes: Buffer): Buffer {
  return hashSecret(receiver.repeatKey?.(body, settings) ?? bytes)
}
