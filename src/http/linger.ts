// Graceful shutdown of the server: no request is refused or lost.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds between two checks for open connections. */
const CHECK_EVERY = 50
/** Milliseconds after which a connection with an unfinished request is closed. */
const LONGEST_ANSWER = 15_000

/** Milliseconds in which the connections that were accepted last can send their request. */
const LAST_REQUEST = 200
/** A turn of the event loop that is shorter than this, in milliseconds, counts as quiet. */
const QUIET = 1
/** The longest wait for a quiet turn, in milliseconds. */
const LONGEST_WAIT = 1000

/**
 * Makes the server finish its connections when it closes. Returns a function that reports whether the server is
 * closing.
 *
 * 1. For `most` milliseconds, or until all connections are closed, the server answers as before, but with `Connection:
 *    close`. A proxy then sends further requests to another process.
 * 2. It stops listening and closes idle connections in a quiet turn of the event loop. Otherwise, connections that are
 *    not yet accepted and requests that are not yet read would be lost.
 * 3. It closes connections without a complete request, such as the spare connection of a browser, and the others after
 *    their answers.
 */
export function lingerOnClose(app: FastifyInstance, most: number): () => boolean {
  const openSockets = new Map<Socket, number>()
  let leaving = false
  /** The number of connections and requests since the start. */
  let arrived = 0
  app.server.on('connection', (socket: Socket) => {
    arrived++
    openSockets.set(socket, 0)
    socket.once('close', () => openSockets.delete(socket))
  })
  const count = ({ socket }: IncomingMessage, change: number) => {
    const known = openSockets.get(socket)
    if (known !== undefined) openSockets.set(socket, known + change)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    arrived++
    count(request.raw, 1)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    count(request.raw, -1)
    done()
  })
  app.addHook('preClose', async () => {
    leaving = true
    const until = performance.now() + most
    while (performance.now() < until && openSockets.size > 0) await pause(CHECK_EVERY)
    if (openSockets.size > 0) await quietTurn(() => arrived)
    void closeSilent()
    setTimeout(() => app.server.closeAllConnections(), LONGEST_ANSWER).unref()
  })
  /** Closes connections without a request. The server stops listening directly after the hook. */
  const closeSilent = async () => {
    while (app.server.listening) await nextTurn()
    if (openSockets.size > 0) await pause(LAST_REQUEST)
    for (const [socket, requests] of openSockets) if (requests === 0) socket.destroy()
  }
  return () => leaving
}

/**
 * Resolves after a short turn of the event loop without new connections and requests: then hardly any are waiting. One
 * turn accepts a single connection, even when several are waiting.
 */
async function quietTurn(arrived: () => number): Promise<void> {
  const until = performance.now() + LONGEST_WAIT
  for (;;) {
    const [before, known] = [performance.now(), arrived()]
    await nextTurn()
    const now = performance.now()
    if (now > until || (now - before < QUIET && arrived() === known)) return
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
