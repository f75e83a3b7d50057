// Asks providers for the results of tickets in the background.
import type { ConnectionSettings } from '../../channels/inbound.ts'
import { providerOf } from '../../channels/providers.ts'
import { mostTickets, type TicketReader, type TicketResult } from '../../channels/tickets.ts'
import { readSettings, unreadableSecrets } from '../../connections/secrets.ts'
import { type Clock, later } from '../../lib/clock.ts'
import type { Logger } from '../../lib/log.ts'
import { startLoop } from '../../lib/scheduling/loop.ts'
import type { Seal } from '../../lib/seal.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { Database } from '../../store/database.ts'
import {
  claimTickets,
  deleteOldTickets,
  deleteTickets,
  postponeDueTickets,
  postponeTickets,
  type TicketLane,
  type TicketRow,
} from '../../store/delivery/tickets.ts'
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

/** Maximum number of requests at the same time in a process, so that one slow provider does not delay the others. */
const MOST_REQUESTS = 4

/** Starts the requests. Call `stop` to abort the current requests. */
export function startTicketReading(options: TicketReadingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const read = () => readDueTickets(options, stopping.signal)
  const loops = Array.from({ length: MOST_REQUESTS }, () => startLoop(options.clock, SCAN_EVERY, read, options.onError))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Claims due tickets of one connection, asks for their results, and applies the results. */
async function readDueTickets(options: TicketReadingOptions, stopping: AbortSignal): Promise<'again' | undefined> {
  const { db, clock, log, process, onError } = options
  const now = clock.now()
  const rows = await claimTickets(db, now, later(now, LEASE), mostTickets)
  const [first] = rows
  if (!first) return undefined
  const connection = await readConnection(options, first)
  if (!connection) {
    await deleteTickets(db, idsOf(rows))
    return 'again'
  }
  const answer = await askForResults(options, connection, rows, stopping)
  if (stopping.aborted) return undefined
  const { reader, connectionId } = connection
  if ('problem' in answer) {
    log.warn({ provider: first.provider, connection: connectionId }, `results cannot be read: ${answer.problem}`)
    await postponeLane(db, clock.now(), first, reader)
  }
  const results = 'results' in answer ? resultsOfRows(rows, answer.results) : []
  const applied = await applyTicketResults(db, clock.now(), { process, connectionId, onError }, results)
  await keepUndecided(
    db,
    clock.now(),
    reader,
    rows.filter((row) => !applied.has(row)),
  )
  return 'again'
}

interface TicketConnection {
  reader: TicketReader
  /** Undefined if the secrets cannot be decrypted. */
  settings: ConnectionSettings | undefined
  connectionId: number
}

/** Returns the connection that sent the message. Returns undefined if it was removed. */
async function readConnection(
  { db, seal }: TicketReadingOptions,
  { lane, provider }: TicketRow,
): Promise<TicketConnection | undefined> {
  const parts = await readPartsOfLanes(db, [lane])
  const part = parts.find((one) => one.provider === provider)
  const reader = part && providerOf(part.channel, provider).ticketReader
  return reader && { reader, settings: readSettings(seal, part), connectionId: part.id }
}

async function askForResults(
  { clock, allowPrivateNetwork }: TicketReadingOptions,
  { reader, settings }: TicketConnection,
  rows: TicketRow[],
  stopping: AbortSignal,
): Promise<{ results: TicketResult[] } | { problem: string }> {
  if (!settings) return { problem: `${unreadableSecrets.reason}. ${unreadableSecrets.remedy}` }
  const ids = rows.map(({ ticket }) => ticket)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_TIMEOUT)])
  return reader.read({ ids, settings, signal, now: clock.now(), allowPrivateNetwork })
}

/**
 * Postpones all due tickets of the connection after a request without results, so that a broken server gets one request
 * and not one for each thousand tickets. Deletes the tickets that the provider no longer stores.
 */
async function postponeLane(db: Database, now: Date, lane: TicketLane, { every, kept }: TicketReader): Promise<void> {
  await deleteOldTickets(db, lane, later(now, -kept))
  await postponeDueTickets(db, lane, now, later(now, every))
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
