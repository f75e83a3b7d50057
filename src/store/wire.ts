// The parts of the driver's connection that pg does not declare in its types.
import type { Socket } from 'node:net'
import type pg from 'pg'

interface Wire {
  stream: Socket
  /** The text of each prepared statement by its name. */
  parsedStatements: Record<string, string>
}

/** Returns the socket of a client. */
export function socketOf(client: pg.Client): Socket {
  return wireOf(client).stream
}

/** Whether PostgreSQL has prepared the statement with this name on the connection. */
export function isPrepared(client: pg.Client, name: string): boolean {
  return wireOf(client).parsedStatements[name] !== undefined
}

function wireOf(client: pg.Client): Wire {
  // The types of pg do not declare the connection of a client.
  return (client as unknown as { connection: Wire }).connection
}
