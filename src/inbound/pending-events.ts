// Reads the events of claimed requests that are not applied yet.
import type { ConnectionSettings, InboundBody, InboundEvent } from '../channels/inbound.ts'
import { readInboundEvents } from '../channels/inbound-bodies.ts'
import { type ProviderName, providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import type { Seal } from '../lib/seal.ts'
import { bodyWork, inboundRetries } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { isUnavailable } from '../store/failures.ts'
import { type InboundRow, readInboundBody } from '../store/inbound/inbound.ts'
import type { SealedPart } from '../store/workspaces/provider-connections.ts'
import type { ApplicableEvent } from './apply-event.ts'
import { type EventOwner, eventOwners } from './event-owners.ts'

export interface ReadTools {
  db: Database
  seal: Seal
  /** Parses a body that is too large for the main thread. */
  readLarge: (
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ) => Promise<InboundEvent[]>
}

/** A claimed request, with the errors of its events and the descriptions of its unreadable parts. */
export interface ClaimedRequest {
  row: InboundRow
  problems: unknown[]
  unreadable: string[]
  /**
   * `begun`: all of its events are applied, even if this takes longer than planned. `postponed`: the time limit was
   * reached before any of its events was applied.
   */
  state: 'claimed' | 'begun' | 'postponed'
}

/** An event that is not applied yet. `position` is its place in the request. */
export interface PendingEvent<Event extends ApplicableEvent = ApplicableEvent> {
  request: ClaimedRequest
  position: number
  owner: EventOwner
  event: Event
}

/**
 * Returns a function that reads the events of a request which are not applied yet. If an event cannot be read because of
 * an error, the error is added to the request, and the next event is read. The settings of the connection are decrypted
 * once.
 */
export function pendingEventsOf(
  tools: ReadTools,
  connection: SealedPart,
): (request: ClaimedRequest) => Promise<PendingEvent[]> {
  let opened: { settings: ConnectionSettings; ownerOf: ReturnType<typeof eventOwners> } | undefined
  const open = () => {
    const settings = openSettings(tools.seal, connection)
    return { settings, ownerOf: eventOwners(tools, { connection, settings }) }
  }
  return async (request) => {
    const { row, problems, unreadable } = request
    const pending: PendingEvent[] = []
    await guarded(problems, async () => {
      if (row.claim_version > inboundRetries.length + 1) throw new Error('no attempt to apply this request finished')
      opened ??= open()
      const { settings, ownerOf } = opened
      for (const [position, read] of (await inboundEventsOf(tools, row, connection, settings)).entries()) {
        if (row.applied.includes(position)) continue
        await guarded(problems, async () => {
          const { owner, event } = await ownerOf(read)
          if (event.kind === 'unreadable') unreadable.push(event.detail)
          else pending.push({ request, position, owner, event })
        })
      }
    })
    return pending
  }
}

async function inboundEventsOf(
  { db, readLarge }: ReadTools,
  row: InboundRow,
  { provider }: SealedPart,
  settings: ConnectionSettings,
): Promise<InboundEvent[]> {
  const { id, workspace_id, channel, received_at } = row
  const bytes = row.body ?? (await readInboundBody(db, workspace_id, id))
  const body = { bytes, contentType: row.content_type ?? undefined }
  if (bytes.length > bodyWork.inThread) return readLarge(body, { channel, provider }, settings, received_at)
  const { receiver } = providerOf(channel, provider)
  return receiver ? readInboundEvents(receiver, body, settings, received_at) : []
}

/**
 * Adds errors to `problems`. If the database is unavailable, throws the error instead, because the request did not
 * cause this error.
 */
export async function guarded(problems: unknown[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isUnavailable(error)) throw error
    problems.push(error)
  }
}
