// Makes sure that a client can read an answer that is sent before the body of its request has arrived.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodies, bodyWork } from '../../limits.ts'

const SWEEP = 250

/**
 * Ends a request whose body is still arriving. For a short body, Node reads and discards the rest, and the connection
 * stays open if the rest arrives soon. Node would read a long body without a limit. Closing the connection at once
 * would reset it, and a client that sends its whole body before it reads would lose the answer. Therefore the answer to
 * a long body has `Connection: close`, and the rest is discarded for a limited time before the connection closes.
 */
export function answerEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (mayBeLong(raw)) dropLongRest(raw, reply)
  else if (Number(raw.headers['content-length'] ?? 0) > 0) limitShortRest(raw)
}

/** Returns whether a body has more than 64 KB or no Content-Length. */
export function mayBeLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodies.small
}

/** Limits the time in which the rest of a short body may arrive. Without this limit, only REQUEST_TIMEOUT applies. */
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
  // Node calls destroySoon after it has written the answer, because the answer has `Connection: close`.
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
