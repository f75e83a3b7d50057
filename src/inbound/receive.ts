// Receives inbound webhooks: verifies the bytes of a request, stores the request once and responds. A worker applies
// the request later.
import type {
  ConnectionSettings,
  InboundBody,
  InboundCall,
  InboundPlace,
  InboundRequest,
  Receiver,
} from '../channels/inbound.ts'
import { type RepeatKey, readRepeatKey } from '../channels/inbound-bodies.ts'
import { type ChannelName, channelNames } from '../channels/index.ts'
import { type ProviderName, providerOf } from '../channels/providers.ts'
import { inboundPlace, openSettings } from '../connections/reached.ts'
import { refuse } from '../errors.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { messageOf } from '../lib/thrown.ts'
import { bodyWork, SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { findParts, type SealedPart } from '../store/workspaces/provider-connections.ts'
import type { StoreRequest } from './store-requests.ts'

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
 * Returns the response to a provider's verification handshake. Returns undefined if the request is a webhook that the
 * provider sends with GET. Throws forbidden if the connection accepts neither.
 */
export function answerToHandshake(
  { receiver, settings }: Addressed,
  query: Record<string, string>,
): string | undefined {
  const challenge = receiver.handshake?.(query, settings)
  if (challenge === undefined && !receiver.acceptsGet)
    refuse('forbidden', 'The connection does not accept this verification handshake.')
  return challenge
}

/** Returns the repeat key of a body. A request and the repetitions that a provider sends have the same repeat key. */
export type ReadRepeatKey = (
  body: InboundBody,
  from: ProviderName,
  settings: ConnectionSettings,
  receivedAt: Date,
) => Promise<RepeatKey>

export interface RequestTools {
  store: StoreRequest
  allowPrivateNetwork: boolean
  /** Reads bodies that are too large for the main thread. */
  readLarge: ReadRepeatKey
}

/**
 * Stores a request from the provider. Throws forbidden if the provider did not send the request. Returns `unreadable`
 * if the body cannot be parsed. Does not throw in this case, because after an error the provider would only repeat the
 * same body.
 */
export async function receiveRequest(
  { store, allowPrivateNetwork, readLarge }: RequestTools,
  now: Date,
  { row, channel, receiver, settings, places }: Addressed,
  request: InboundRequest,
): Promise<'kept' | 'repeated' | 'unreadable'> {
  const signed = await withSigningKey(receiver, request, { settings, allowPrivateNetwork })
  if (!places.some((place) => receiver.verify(signed, settings, place))) refuse('forbidden', NOT_GENUINE)
  const { bytes, contentType } = receiver.bodyOf?.(request) ?? {
    bytes: request.body,
    contentType: request.headers['content-type'],
  }
  const body = { bytes, contentType: contentType?.slice(0, LONGEST_TYPE) }
  const isLarge = body.bytes.length > bodyWork.inThread
  const { readable, key } = isLarge
    ? await readLarge(body, { channel, provider: row.provider }, settings, now)
    : readRepeatKey(receiver, body, settings, now)
  if (!readable) return 'unreadable'
  const stored = await store({
    workspaceId: row.workspace_id,
    connectionId: row.id,
    channel: row.channel,
    repeatKey: hashSecret(key ?? body.bytes),
    body,
    receivedAt: now,
  })
  return stored ? 'kept' : 'repeated'
}

/** Maximum number of milliseconds to read a signing key. A provider waits for the response. */
const KEY_TIMEOUT = 10 * SECOND

/** Adds the provider's public key to the request. Throws unavailable if the key cannot be read. */
async function withSigningKey(
  receiver: Receiver,
  request: InboundRequest,
  call: Omit<InboundCall, 'signal'>,
): Promise<InboundRequest> {
  if (!receiver.signingKey) return request
  try {
    const signal = AbortSignal.timeout(KEY_TIMEOUT)
    return { ...request, signingKey: await receiver.signingKey(request, { ...call, signal }) }
  } catch (error) {
    return refuse('unavailable', `The signature cannot be verified at the moment: ${messageOf(error)}.`)
  }
}

/** Maximum number of characters of a content type to store. */
const LONGEST_TYPE = 255
const NOT_GENUINE = "The request contains no valid signature or secret of this connection's provider."

/**
 * Returns the key under which a request is stored. If the provider repeats the request, the repetition has the same
 * key.
 */
export function repeatKeyOf(
  receiver: Receiver,
  settings: ConnectionSettings,
  { body, bytes, receivedAt }: { body: unknown; bytes: Buffer; receivedAt: Date },
): Buffer {
  return hashSecret(receiver.repeatKey?.(body, settings, receivedAt) ?? bytes)
}
