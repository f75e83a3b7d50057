// An answer that is sent before its request's body has come: the client must be able to read it.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodies, bodyWork } from '../../limits.ts'

const SWEEP = 250

/**
 * Ends a request whose body is still coming. Node reads and drops a short rest, and the connection stays open if the rest
 * comes soon. A long rest would be read without end, and a connection that is closed at once is reset: clients that send
 * everything before they read would lose the answer. So the answer announces the end of the connection, and the rest is
 * dropped for a while before the connection closes.
 */
export function answerEarly({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (mayBeLong(raw)) dropLongRest(raw, reply)
  else if (Number(raw.headers['content-length'] ?? 0) > 0) limitShortRest(raw)
}

/** Returns whether a body has more than 64 KB, or does not announce its length. */
export function mayBeLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodies.small
}

/** No time limit but REQUEST_TIMEOUT applies to a body that the route does not read. */
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
  // What Node calls once the answer of a connection that ends is written.
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
