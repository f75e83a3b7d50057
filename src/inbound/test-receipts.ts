// Finds the report of a provider about a test message among the latest inbound requests of a connection.
import type { InboundEvent } from '../channels/inbound.ts'
import { readInboundEvents } from '../channels/inbound-bodies.ts'
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { requireConnection, type SourceRef } from '../connections/connections.ts'
import { requirePart } from '../connections/listed-providers.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { listRecentBodies } from '../store/inbound/inbound-list.ts'

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

/** Returns the newest report about the message. Returns null if there is none yet. */
export async function testReceipt(
  { db, seal }: { db: Connection; seal: Seal },
  place: SourceRef,
  channel: ChannelName,
  { connection, externalId, sentAt }: TestMessageRef,
): Promise<TestReceipt | null> {
  const part = requirePart(seal, await requireConnection(db, place, channel), connection)
  const { receiver } = providerOf(channel, part.provider)
  const { whole } = part
  if (!receiver || !whole) return null
  const rows = await listRecentBodies(db, { workspaceId: place.workspaceId, connectionId: part.id, from: sentAt })
  const reports = rows.flatMap(({ body, content_type, received_at }) =>
    readInboundEvents(receiver, { bytes: body, contentType: content_type ?? undefined }, whole, received_at),
  )
  return reports.flatMap((event) => receiptOf(event, externalId))[0] ?? null
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
