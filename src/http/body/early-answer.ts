// Makes sure that a client can read the response if the service responds before it has received the whole body.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodies, bodyWork } from '../../limits.ts'

const SWEEP = 250

/**
 * Prepares the connection for a response that is sent while the body is still arriving. Node reads and discards the
 * rest of a short body, and the connection stays open if the rest arrives soon. Node would read the rest of a long body
 * without a limit. An immediate close would reset the connection, and a client that sends its whole body before it
 * reads would lose the response. Therefore the response to a long body has `Connection: close`. The rest of the body is
 * discarded for a limited time, and then the connection closes.
 */
export function answerEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (mayBeLong(raw)) dropLongRest(raw, reply)
  else if (Number(raw.headers['content-length'] ?? 0) > 0) limitShortRest(raw)
}

/** Returns true for a body of more than 64 KB, and for a body without a Content-Length. */
export function mayBeLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodies.small
}

/**
 * Closes the connection if the rest of a short body does not arrive in time. Otherwise only REQUEST_TIMEOUT would limit
 * the time.
 */
function limitShortRest(raw: IncomingMessage): void {
  const { socket } = raw
  const stop = () => {
    clearTimeout(timer)
    raw.off('end', stop)
    socket.off('close', stop)
  }
  const timer = setTimeout(() => {
    stop()
    if (!raw.complete) socket.destroy()
  }, bodyWork.drainedWithin).unref()
  raw.once('end', stop)
  socket.once('close', stop)
}

function dropLongRest(raw: IncomingMessage, reply: FastifyReply): void {
  reply.header('connection', 'close')
  const { socket } = raw
  // After a response with `Connection: close`, Node calls destroySoon. Replace this method, so that the connection
  // stays open while the rest of the body is discarded.
  socket.destroySoon = () => {
    socket.end()
    raw.resume()
    const from = socket.bytesRead
    const until = performance.now() + bodyWork.drainedWithin
    const timer = setInterval(() => {
      if (raw.complete || socket.bytesRead - from > bodyWork.drained || performance.now() > until) socket.destroy()
    }, SWEEP).unref()
    raw.once('end', () => socket.destroy())
    socket.once('close', () => clearInterval(timer))
  }
}
