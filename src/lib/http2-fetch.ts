// An HTTP/2 client for URLs that callers configure. It applies the rules of safe-fetch.ts, and keeps its sessions
// open between requests.
import http2, { type ClientHttp2Stream } from 'node:http2'
import { abortion, explained, NoAnswer, type SafeAnswer, type SafeRequest, timeout, UnsafeUrl } from './exchange.ts'
import { holdSession, isUsable, openSession, type Session, type SessionOptions } from './http2-session.ts'
import { createTargetCheck, type SafeFetch } from './safe-fetch.ts'
import { withDeadline } from './scheduling/deadline.ts'
import { errorOf } from './thrown.ts'

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants

/** Maximum number of sessions for one request. A server that closes each session would otherwise cause a loop. */
const MOST_SESSIONS = 3

/**
 * Creates a pool of sessions. The returned function takes a name, and returns a function that sends requests. Requests
 * with the same name and origin share one session. If a server announces the end of a session, the requests that it
 * did not process are sent again through a new session.
 */
export function createHttp2Pool(options: SessionOptions = {}): (name: string) => SafeFetch {
  const sessions = new Map<string, Session>()
  const checked = createTargetCheck()
  return (name) => async (url, request) => {
    const target = checked(typeof url === 'string' ? url : url.href, request)
    if (typeof target === 'string') throw new UnsafeUrl(target)
    const key = JSON.stringify([name, target.origin, request.allowPrivateNetwork])
    const session = () => {
      const known = sessions.get(key)
      if (known && isUsable(known)) return known
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

/** Sends one request. Resolves to undefined if the server did not process the request. */
function exchange(
  session: Session,
  path: string,
  request: SafeRequest,
  signal: AbortSignal,
): Promise<SafeAnswer | undefined> {
  return holdSession(session, async () => {
    const endTurn = await takeTurn(session, request, signal)
    try {
      return endTurn && isUsable(session) ? await sendNow(session, path, request, signal) : undefined
    } finally {
      endTurn?.()
    }
  })
}

/** Waits until the server accepts a further request. Resolves to undefined if another session must be used. */
async function takeTurn(
  session: Session,
  request: SafeRequest,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  try {
    return await session.turns.take(signal)
  } catch {
    if (signal.aborted) throw interruption(request, false)
    if (session.failure) throw explained(session.failure, false)
    return undefined
  }
}

function sendNow(
  session: Session,
  path: string,
  request: SafeRequest,
  signal: AbortSignal,
): Promise<SafeAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, maxBytes } = request
    const answer: SafeAnswer = { status: 0, headers: {}, body: Buffer.alloc(0), truncated: false }
    const chunks: Buffer[] = []
    let size = 0
    let isEnded = false
    let failure: Error | undefined
    const stream = session.http2.request({ ...headers, ':method': method, ':path': path }, { signal })
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
      const isComplete = isEnded && answer.status > 0 && stream.rstCode === NGHTTP2_NO_ERROR && !failure
      if (isComplete || answer.truncated) return resolve({ ...answer, body: Buffer.concat(chunks) })
      session.retire()
      if (signal.aborted) return reject(interruption(request, hasLeft(stream)))
      if (isUnprocessed(session, stream)) return resolve(undefined)
      reject(explained(causeOf(failure), hasLeft(stream)))
    })
    stream.end(body)
  })
}

function interruption(request: SafeRequest, hasLeft: boolean): NoAnswer {
  return request.signal?.aborted ? abortion(hasLeft) : timeout(request, hasLeft)
}

/** Returns whether the request may have been sent. A stream without an id was never passed to the server. */
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
