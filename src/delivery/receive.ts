// Receiving: a provider's request is verified on its bytes, kept once and answered; what it says is worked on afterwards.
import type { InboundRequest, Receiver, Settings } from '../channels/inbound.ts'
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { refuse } from '../errors.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { type Connection, keepable } from '../store/database.ts'
import { findInboundConnections, type InboundConnectionRow, keepInbound } from '../store/inbound.ts'
import { inboundPlace, openSettings } from '../workspace/inbound-connections.ts'

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

/** The answer to a provider's verification handshake. Throws not_found, or forbidden when it is refused. */
export async function shakeHands(
  tools: ReceiveTools,
  addressee: Addressee,
  query: Record<string, string>,
): Promise<string> {
  const { receiver, settings } = await openAddressee(tools, addressee)
  return (
    receiver.handshake?.(query, settings) ?? refuse('forbidden', 'This is no handshake that the connection expects.')
  )
}

/**
 * Keeps a request that is the provider's. `unreadable`: it is, and no JSON; repeating it would not help. Throws not_found
 * for a connection that is not there and forbidden for a request that is not the provider's.
 */
export async function receiveRequest(
  tools: ReceiveTools,
  now: Date,
  addressee: Addressee,
  request: InboundRequest,
): Promise<'kept' | 'repeated' | 'unreadable'> {
  const { row, receiver, settings } = await openAddressee(tools, addressee)
  const places = [tools.seal, ...tools.seal.others].map((key) => inboundPlace(key, tools.publicUrl, row))
  if (!places.some((place) => receiver.verify(request, settings, place)))
    refuse('forbidden', "The request carries no valid signature or secret of this connection's provider.")
  const body = readBody(request.body)
  if (body === undefined) return 'unreadable'
  const kept = await keepInbound(tools.db, now, {
    workspaceId: row.workspace_id,
    connectionId: row.id,
    channel: row.channel,
    repeatKey: repeatKeyOf(receiver, settings, body, request.body),
    body: request.body,
  })
  return kept ? 'kept' : 'repeated'
}

/** What a body says, characters that can't be kept replaced; undefined when it is no JSON. */
export function readBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'), keepable) as unknown
  } catch {
    return undefined
  }
}

/** Under what a request is kept: the same for its repeats alone. */
export function repeatKeyOf(receiver: Receiver, settings: Settings, body: unknown, bytes: Buffer): Buffer {
  return hashSecret(receiver.repeatKey?.(body, settings) ?? bytes)
}

async function openAddressee(
  { db, seal }: ReceiveTools,
  { channel, connectionId }: Addressee,
): Promise<{ row: InboundConnectionRow; receiver: Receiver; settings: Settings }> {
  const receiver = channelNames.includes(channel as ChannelName)
    ? channelOf(channel as ChannelName).receiver
    : undefined
  const [row] = receiver ? await findInboundConnections(db, [connectionId]) : []
  if (!receiver || row?.channel !== channel) return refuse('not_found', 'There is no such connection.')
  return { row, receiver, settings: openSettings(seal, row) }
}
