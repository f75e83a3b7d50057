// A connection to a PostgreSQL server that closes within a limited time.
import pg from 'pg'
import { socketOf } from './wire.ts'

/** Milliseconds in which the server must confirm that a connection is closed. */
const CLOSE_WITHIN = 2000

/**
 * A connection whose `end` takes at most CLOSE_WITHIN. While a network drops all packets, the operating system would
 * otherwise keep the socket open for about 15 minutes, and the process could not end.
 */
export class ServerClient extends pg.Client {
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => socketOf(this).destroy(), CLOSE_WITHIN)
    timer.unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }
}
