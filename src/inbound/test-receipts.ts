// Finds the report of a provider about a test message among the inbound requests of a channel's connections.
import type { InboundEvent, Receiver } from '../channels/inbound.ts'
import { readInboundEvents } from '../channels/inbound-bodies.ts'
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { requireConnection, type SourceRef } from '../connections/connections.ts'
import { requirePart } from '../connections/listed-providers.ts'
import { readSettings } from '../connections/secrets.ts'
import { refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { counted } from '../lib/text/plural.ts'
import { connectionTests, HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { findBodiesWith } from '../store/inbound/inbound-list.ts'
import { readPartsOfLanes } from '../store/workspaces/provider-connections.ts'
import { type EventOwner, eventOwners } from './event-owners.ts'

/** A test message: the connection that sent it, its id at the provider, and the time of the attempt. */
export interface TestMessageRef {
  connection: number
  externalId: string
  sentAt: Date
}

export interface TestReceipt {
  status: 'delivered' | 'read' | 'failed' | 'bounced' | 'complained'
  at: string
  code: string | null
  reason: string | null
}

/**
 * Returns the newest report about the message. Returns null if there is none yet. Throws validation_failed if the message
 * is too old. One URL may receive the reports of several connections of the channel.
 */
export async function testReceipt(
  tools: { db: Connection; seal: Seal },
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  { connection, externalId, sentAt }: TestMessageRef,
): Promise<TestReceipt | null> {
  const { db, seal } = tools
  const { receiptFor } = connectionTests
  if (now.getTime() - sentAt.getTime() > receiptFor)
    refuseInvalid({
      sent_at: [`is too old: the receipt of a test can be read for ${counted(receiptFor / HOUR, 'hour')}`],
    })
  const row = await requireConnection(db, place, channel)
  const { receiver } = providerOf(channel, requirePart(seal, row, connection).provider)
  if (!receiver) return null
  const receiving = (await partsWith(tools, row.id, receiver)).map((addressed) => {
    return { ...addressed, ownerOf: eventOwners(tools, addressed) }
  })
  const rows = await findBodiesWith(db, {
    workspaceId: place.workspaceId,
    connectionIds: receiving.map(({ connection: { id } }) => id),
    text: searchedPart(externalId),
    from: sentAt,
    to: new Date(sentAt.getTime() + receiptFor),
  })
  const found: TestReceipt[] = []
  for (const { connection_id, body, content_type, received_at } of rows) {
    const addressed = receiving.find(({ connection: { id } }) => id === connection_id)
    if (!addressed) continue
    const content = { bytes: body, contentType: content_type ?? undefined }
    for (const event of readInboundEvents(receiver, content, addressed.settings, received_at)) {
      const { owner, event: report } = await addressed.ownerOf(event)
      if (owner.connection.id === connection) found.push(...receiptOf(report, externalId))
    }
  }
  return found.at(-1) ?? null
}

/** Returns the connections of the lane whose provider has this receiver, and whose secrets can be decrypted. */
async function partsWith(
  { db, seal }: { db: Connection; seal: Seal },
  lane: number,
  receiver: Receiver,
): Promise<EventOwner[]> {
  const parts = await readPartsOfLanes(db, [lane])
  return parts.flatMap((connection) => {
    if (providerOf(connection.channel, connection.provider).receiver !== receiver) return []
    const settings = readSettings(seal, connection)
    return settings ? [{ connection, settings }] : []
  })
}

/** Returns the longest part of the id without a character that a provider may escape. */
function searchedPart(externalId: string): string {
  const parts = externalId.split(/[^A-Za-z0-9._-]+/)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

function receiptOf(event: InboundEvent, externalId: string): TestReceipt[] {
  if (event.kind === 'receipt' && event.externalId === externalId) {
    const { status, at, code = null, reason = null } = event
    return [{ status, at: at.toISOString(), code, reason }]
  }
  if (event.kind === 'bounce' && event.externalId === externalId) {
    const { type, at, code = null, text = null } = event
    return [{ status: type === 'complaint' ? 'complained' : 'bounced', at: at.toISOString(), code, reason: text }]
  }
  return []
}
