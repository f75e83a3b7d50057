// Asks providers for the results of tickets in the background.
import type { ConnectionSettings } from '../../channels/inbound.ts'
import { providerOf } from '../../channels/providers.ts'
import { mostTickets, type TicketReader, type TicketResult } from '../../channels/tickets.ts'
import { openSettings } from '../../connections/reached.ts'
import { type Clock, later } from '../../lib/clock.ts'
import type { Logger } from '../../lib/log.ts'
import { startLoop } from '../../lib/scheduling/loop.ts'
import type { Seal } from '../../lib/seal.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { Database } from '../../store/database.ts'
import { claimTickets, deleteTickets, postponeTickets, type TicketRow } from '../../store/delivery/tickets.ts'
import { readPartsOfLanes } from '../../store/workspaces/provider-connections.ts'
import { applyTicketResults } from './results.ts'

export interface TicketReadingOptions {
  db: Database
  clock: Clock
  seal: Seal
  log: Logger
  /** The name of this process, for the counters of deliveries. */
  process: string
  allowPrivateNetwork: boolean
  onError: (error: unknown) => void
}

const SCAN_EVERY = 30 * SECOND
const REQUEST_TIMEOUT = 30 * SECOND
/** The time for which a claimed ticket belongs to a process. It is longer than a request with its results. */
const LEASE = 5 * MINUTE

/** Starts the requests. Call `stop` to abort the current request. */
export function startTicketReading(options: TicketReadingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const read = () => readDueTickets(options, stopping.signal)
  const loop = startLoop(options.clock, SCAN_EVERY, read, options.onError)
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}

/** Claims due tickets of one connection, asks for their results, and applies the results. */
async function readDueTickets(options: TicketReadingOptions, stopping: AbortSignal): Promise<'again' | undefined> {
  const { db, clock, log, process, allowPrivateNetwork } = options
  const now = clock.now()
  const rows = await claimTickets(db, now, later(now, LEASE), mostTickets)
  const [first] = rows
  if (!first) return undefined
  const connection = await readConnection(options, first)
  if (!connection) {
    await deleteTickets(db, idsOf(rows))
    return 'again'
  }
  const { reader, settings, connectionId } = connection
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_TIMEOUT)])
  const ids = rows.map(({ ticket }) => ticket)
  const answer = await reader.read({ ids, settings, signal, now, allowPrivateNetwork })
  if (stopping.aborted) return undefined
  if ('problem' in answer)
    log.warn({ provider: first.provider, connection: connectionId }, `results cannot be read: ${answer.problem}`)
  const results = 'results' in answer ? resultsOfRows(rows, answer.results) : []
  await applyTicketResults(db, clock.now(), { process, connectionId }, results)
  const decided = new Set(results.map(({ row }) => row))
  await keepUndecided(
    db,
    clock.now(),
    reader,
    rows.filter((row) => !decided.has(row)),
  )
  return 'again'
}

interface TicketConnection {
  reader: TicketReader
  settings: ConnectionSettings
  connectionId: number
}

/**
 * Returns the connection that sent the message. Returns undefined if it was removed. Throws if its secrets cannot be
 * decrypted; then the tickets are claimed again later.
 */
async function readConnection(
  { db, seal }: TicketReadingOptions,
  { lane, provider }: TicketRow,
): Promise<TicketConnection | undefined> {
  const parts = await readPartsOfLanes(db, [lane])
  const part = parts.find((one) => one.provider === provider)
  const reader = part && providerOf(part.channel, provider).ticketReader
  return reader && { reader, settings: openSettings(seal, part), connectionId: part.id }
}

function resultsOfRows(rows: TicketRow[], results: TicketResult[]): { row: TicketRow; result: TicketResult }[] {
  const byTicket = new Map(rows.map((row) => [row.ticket, row]))
  return results.flatMap((result) => {
    const row = byTicket.get(result.id)
    return row ? [{ row, result }] : []
  })
}

/** Sets the time of the next request for these tickets. Deletes the tickets that the provider no longer stores. */
async function keepUndecided(db: Database, now: Date, { every, kept }: TicketReader, rows: TicketRow[]): Promise<void> {
  const isStored = ({ sent_at }: TicketRow) => later(sent_at, kept) > now
  const [stored, expired] = [rows.filter(isStored), rows.filter((row) => !isStored(row))]
  if (stored.length > 0) await postponeTickets(db, idsOf(stored), later(now, every))
  if (expired.length > 0) await deleteTickets(db, idsOf(expired))
}

function idsOf(rows: TicketRow[]): number[] {
  return rows.map(({ id }) => id)
}
