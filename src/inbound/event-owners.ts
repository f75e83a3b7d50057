// Finds the connection to which an inbound event belongs. A provider with one webhook URL for an account sends the
// events of all senders of the account to the URL of one connection.
import type { ConnectionSettings, InboundEvent, SenderEvent } from '../channels/inbound.ts'
import { providerOf } from '../channels/providers.ts'
import { openSettings } from '../connections/reached.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { readPartsOfLanes, type SealedPart } from '../store/workspaces/provider-connections.ts'

/** A connection with its decrypted settings. */
export interface EventOwner {
  connection: SealedPart
  settings: ConnectionSettings
}

interface OwnedEvent {
  owner: EventOwner
  event: SenderEvent['event']
}

/**
 * Returns a function that finds the owner of an event. Only connections in the lane of the connection in the URL can be
 * the owner, because the signature of the request proves nothing about other lanes. An event without an owner becomes
 * unreadable. The connections of the lane are read at most once.
 */
export function eventOwners(
  { db, seal }: { db: Connection; seal: Seal },
  addressed: EventOwner,
): (event: InboundEvent) => Promise<OwnedEvent> {
  const { channel, provider, lane } = addressed.connection
  const { receiver } = providerOf(channel, provider)
  let read: Promise<EventOwner[]> | undefined
  const openLane = async () =>
    (await readPartsOfLanes(db, [lane]))
      .filter((part) => providerOf(channel, part.provider).receiver === receiver)
      .map((connection) => ({ connection, settings: openSettings(seal, connection) }))
  return async (event) => {
    if (event.kind !== 'of_sender') return { owner: addressed, event }
    read ??= openLane().catch((error: unknown) => {
      // The next event reads the connections again.
      read = undefined
      throw error
    })
    const owner = (await read).find(({ settings }) => receiver?.hasSender?.(event.sender, settings))
    return owner ? { owner, event: event.event } : { owner: addressed, event: withoutOwner(event.sender) }
  }
}

function withoutOwner(sender: string): SenderEvent['event'] {
  return { kind: 'unreadable', detail: `an event of the sender ${sender}, which no connection of this channel has` }
}
