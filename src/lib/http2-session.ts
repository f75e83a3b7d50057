// Opens HTTP/2 sessions, and queues the requests that a server does not accept yet.
import { lookup as systemLookup } from 'node:dns'
import http2, { type ClientHttp2Session } from 'node:http2'
import { NoAnswer } from './exchange.ts'
import { checkedLookup, type LookupAll } from './safe-fetch.ts'
import { createTurns, type Turns } from './scheduling/turns.ts'

const CONNECT_TIMEOUT = 10_000
/**
 * An idle session is closed after this time. It is shorter than the four minutes after which some cloud networks drop
 * idle connections without a notice.
 */
const IDLE = 3 * 60_000

export interface Session {
  http2: ClientHttp2Session
  /**
   * The turns of requests. A request needs a turn before it is sent. The number of turns is zero until the server
   * announces its limit, and then equals this limit. Node would also queue requests above the limit, but it does not
   * report which requests were sent.
   */
  turns: Turns
  /** Number of requests that wait for a turn or have no complete response. */
  open: number
  /** The last stream that the server processes. Undefined until the server announces the end of the session. */
  lastStream: number | undefined
  /** The error that ended the session. */
  failure: Error | undefined
  /** Removes the session from the pool, so that later requests use another session. */
  retire(): void
}

export interface SessionOptions {
  /** Milliseconds after which an idle session is closed. */
  idle?: number
  lookup?: LookupAll
  /** A certificate authority that the client trusts in place of the authorities of Node. */
  ca?: string
}

export function openSession(
  origin: string,
  allowPrivateNetwork: boolean,
  { idle = IDLE, lookup = systemLookup, ca }: SessionOptions,
  retire: () => void,
): Session {
  const connection = http2.connect(origin, {
    lookup: checkedLookup(allowPrivateNetwork, lookup),
    settings: { enablePush: false },
    ...(ca === undefined ? {} : { ca }),
  })
  const turns = createTurns(0)
  const session: Session = { http2: connection, turns, open: 0, lastStream: undefined, failure: undefined, retire }
  const connecting = setTimeout(() => {
    connection.destroy(new NoAnswer('could not be reached in time', 'ETIMEDOUT', false))
  }, CONNECT_TIMEOUT)
  connection.once('connect', () => {
    const protocol = connection.alpnProtocol
    if (protocol !== 'h2' && protocol !== 'h2c')
      connection.destroy(new NoAnswer('does not support HTTP/2', 'ERR_HTTP2_ERROR', false))
  })
  connection.on('remoteSettings', ({ maxConcurrentStreams = Number.POSITIVE_INFINITY }) => {
    clearTimeout(connecting)
    turns.resize(maxConcurrentStreams)
  })
  connection.on('goaway', (_code, lastStream) => {
    session.lastStream = lastStream
    retire()
    turns.close()
  })
  connection.once('close', () => {
    clearTimeout(connecting)
    retire()
    turns.close()
  })
  connection.on('error', (error) => {
    session.failure = error
  })
  connection.setTimeout(idle, () => connection.close())
  return session
}

export function isUsable({ http2: connection }: Session): boolean {
  return !connection.closed && !connection.destroyed
}

/**
 * Runs `work`. The session keeps the process running until `work` has ended. An idle session does not keep it running.
 */
export async function holdSession<T>(session: Session, work: () => Promise<T>): Promise<T> {
  if (session.open === 0 && !session.http2.destroyed) session.http2.ref()
  session.open++
  try {
    return await work()
  } finally {
    session.open--
    if (session.open === 0 && !session.http2.destroyed) session.http2.unref()
  }
}
