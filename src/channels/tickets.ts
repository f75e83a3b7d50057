// Tickets: a provider accepts a message with a ticket, and reports the result only when it is asked for the ticket.
import type { ConnectionSettings } from './inbound.ts'

export interface Ticket {
  /** The provider of the connection that sent the message. */
  provider: string
  /** The id of the ticket at the provider. */
  id: string
  /** The device that the ticket belongs to: its token. */
  device: string
}

/** The tickets of a message. */
export interface Tickets {
  list: Ticket[]
  /** True if the message fails when all its tickets fail. False if a device without a ticket accepted the message. */
  decisive: boolean
}

/** The result of a ticket. `gone` states that the device no longer exists. */
export type TicketResult = { id: string } & (
  | { kind: 'sent' }
  | { kind: 'failed'; code: string | undefined; reason: string; remedy: string; gone: boolean }
)

export interface TicketCall<S = ConnectionSettings> {
  ids: string[]
  settings: S
  signal: AbortSignal
  now: Date
  allowPrivateNetwork: boolean
}

/** Maximum number of tickets in one request. It is the limit of Expo. */
export const mostTickets = 1000

/** Asks a provider for the results of tickets. All times are in milliseconds. */
export interface TicketReader<S = ConnectionSettings> {
  /** The time between a message and the first request for its result. */
  after: number
  /** The time between two requests for the same ticket. */
  every: number
  /** The time for which the provider stores results. */
  kept: number
  /**
   * Returns the results that are known. Returns a problem if the provider returned no results. Never throws. A call
   * contains at most `mostTickets` tickets.
   */
  read(call: TicketCall<S>): Promise<{ results: TicketResult[] } | { problem: string }>
}
