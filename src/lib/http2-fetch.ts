// An HTTP/2 client for URLs that callers configure. It applies the rules of safe-fetch.ts, and keeps its sessions
// open between requests.
import { lookup as systemLookup } from 'node:dns'
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { abortion, explained, NoAnswer, type SafeAnswer, type SafeRequest, timeout, UnsafeUrl } from './exchange.ts'
import { checkedLookup, createTargetCheck, type LookupAll, type SafeFetch } from './safe-fetch.ts'
import { withDeadline } from './scheduling/deadline.ts'
import { errorOf } from './thrown.ts'

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants

const CONNECT_TIMEOUT = 10_000
/**
 * An idle session is closed after this time. It is shorter than the four minutes after which some cloud networks drop
 * idle connections without a notice.
 */
const IDLE = 3 * 60_000
/** Maximum number of sessions for one request. A server that closes each session would otherwise cause a loop. */
const MOST_SESSIONS = 3

interface Session {
  http2: ClientHttp2Session
  /** Number of requests without a complete response. */
  open: number
  /** The last stream that the server processes. Undefined until the server announces the end of the session. */
  lastStream: number | undefined
  /** Removes the session from the pool, so that later requests use another session. */
  retire(): void
}

interface Options {
  /** Milliseconds after which an idle session is closed. */
  idle?: number
  lookup?: LookupAll
  /** A certificate authority that the client trusts in place of the authorities of Node. */
  ca?: string
}

/**
 * Creates a pool of sessions. The returned function takes a name, and returns a function that sends requests. Requests
 * with the same name and origin share one session. If a server announces the end of a session, the requests that it
 * did not process are sent again through a new session.
 */
export function createHttp2Pool(options: Options = {}): (name: string) => SafeFetch {
  const sessions = new Map<string, Session>()
  const checked = createTargetCheck()
  return (name) => async (url, request) => {
    const target = checked(typeof url === 'string' ? url : url.href, request)
    if (typeof target === 'string') throw new UnsafeUrl(target)
    const key = JSON.stringify([name, target.origin, request.allowPrivateNetwork])
    const session = () => {
      const known = sessions.get(key)
      if (known && !known.http2.closed && !known.http2.destroyed) return known
      const opened = openSession(target.origin, request.allowPrivateNetwork, options, () => {
        if (sessions.get(key) === opened) sessions.delete(key)
      })
      sessions.set(key, opened)
      return opened
    }
    return withDeadline(request.signal ?? new AbortController().signal, request.timeoutMs, async (signal) => {
      for (let round = 1; round <= MOST_SESSIONS; round++) {
        const answer = await exchange(session(), target.path, request, signal)
        if (answer) return answer
      }
      throw new NoAnswer('closed the connection', 'ERR_HTTP2_GOAWAY_SESSION', false)
    })
  }
}

function openSession(
  origin: string,
  allowPrivateNetwork: boolean,
  { idle = IDLE, lookup = systemLookup, ca }: Options,
  retire: () => void,
): Session {
  const connection = http2.connect(origin, {
    lookup: checkedLookup(allowPrivateNetwork, lookup),
    settings: { enablePush: false },
    // Send one request until the server states its limit. A server may refuse further requests.
    peerMaxConcurrentStreams: 1,
    ...(ca === undefined ? {} : { ca }),
  })
  const session: Session = { http2: connection, open: 0, lastStream: undefined, retire }
  const connecting = setTimeout(() => {
    connection.destroy(new NoAnswer('could not be reached in time', 'ETIMEDOUT', false))
  }, CONNECT_TIMEOUT)
  connection.once('connect', () => {
    clearTimeout(connecting)
    const protocol = connection.alpnProtocol
    if (protocol !== 'h2' && protocol !== 'h2c')
      connection.destroy(new NoAnswer('does not support HTTP/2', 'ERR_HTTP2_ERROR', false))
  })
  connection.on('goaway', (_code, lastStream) => {
    session.lastStream = lastStream
    retire()
  })
  connection.once('close', () => {
    clearTimeout(connecting)
    retire()
  })
  // The streams report the error to their requests.
  connection.on('error', () => {})
  connection.setTimeout(idle, () => connection.close())
  return session
}

/** Sends one request. Resolves to undefined if the server did not process the request. */
function exchange(
  session: Session,
  path: string,
  request: SafeRequest,
  signal: AbortSignal,
): Promise<SafeAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, maxBytes } = request
    if (signal.aborted) return reject(abortion(false))
    const answer: SafeAnswer = { status: 0, headers: {}, body: Buffer.alloc(0), truncated: false }
    const chunks: Buffer[] = []
    let size = 0
    let isEnded = false
    let failure: Error | undefined
    const stream = session.http2.request({ ...headers, ':method': method, ':path': path }, { signal })
    hold(session)
    stream.on('response', ({ ':status': status = 0, ...rest }) => {
      answer.status = status
      answer.headers = rest
    })
    stream.on('data', (chunk: Buffer) => {
      if (answer.truncated) return
      answer.truncated = size + chunk.length > maxBytes
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (answer.truncated) stream.close(NGHTTP2_CANCEL)
    })
    stream.on('end', () => {
      isEnded = true
    })
    stream.on('error', (error) => {
      failure = error
    })
    stream.on('close', () => {
      release(session)
      const isComplete = isEnded && answer.status > 0 && stream.rstCode === NGHTTP2_NO_ERROR && !failure
      if (isComplete || answer.truncated) return resolve({ ...answer, body: Buffer.concat(chunks) })
      session.retire()
      if (signal.aborted) return reject(interruption(request, stream))
      if (isUnprocessed(session, stream)) return resolve(undefined)
      reject(explained(causeOf(failure), hasLeft(stream)))
    })
    stream.end(body)
  })
}

/** An idle session does not keep the process running. */
function hold(session: Session): void {
  if (session.open === 0) session.http2.ref()
  session.open++
}

function release(session: Session): void {
  session.open--
  if (session.open === 0 && !session.http2.destroyed) session.http2.unref()
}

function interruption(request: SafeRequest, stream: ClientHttp2Stream): NoAnswer {
  return request.signal?.aborted ? abortion(hasLeft(stream)) : timeout(request, hasLeft(stream))
}

/** Returns whether the request was sent. A stream gets its id when it is sent. */
function hasLeft(stream: ClientHttp2Stream): boolean {
  return stream.id !== undefined
}

/** Returns whether the server reported that it did not process the request, so that the request can be repeated. */
function isUnprocessed({ http2: connection, lastStream }: Session, { id, rstCode }: ClientHttp2Stream): boolean {
  if (rstCode === NGHTTP2_REFUSED_STREAM) return true
  return lastStream !== undefined && (id === undefined ? connection.closed : id > lastStream)
}

/** Returns the error that ended the session, if the request ended because of it. */
function causeOf(failure: Error | undefined): Error {
  if (failure?.cause !== undefined) return errorOf(failure.cause)
  return failure ?? Object.assign(new Error('the stream was closed'), { code: 'ECONNRESET' })
}
