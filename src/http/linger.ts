// Stops the server without refusing or losing requests.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds between two checks for open connections. */
const CHECK_EVERY = 50
/**
 * Milliseconds that an unfinished request still gets after the server stopped listening. Then its connection is closed.
 */
const LONGEST_ANSWER = 15_000

/** The connections that were accepted last get this number of milliseconds to send a request. */
const LAST_REQUEST = 200
/** A turn of the event loop is quiet if it takes less than this number of milliseconds. */
const QUIET = 1
/** Maximum time in milliseconds to wait for a quiet turn of the event loop. */
const LONGEST_WAIT = 1000

/**
 * Makes the server finish its open requests when it closes. The returned function reports whether the server is
 * closing. The server closes in three steps:
 *
 * 1. For `most` milliseconds, the server still answers requests, but its responses have `Connection: close`. A proxy
 *    then sends further requests to another process. This step ends early if all connections are closed.
 * 2. The server waits for a quiet turn of the event loop, stops listening and closes idle connections. In a busy turn,
 *    it would lose connections that are not yet accepted, and requests that are not yet read.
 * 3. The server closes the remaining connections: at once if they have no open request, such as a spare connection of
 *    a browser, and otherwise after the response.
 */
export function lingerOnClose(app: FastifyInstance, most: number): () => boolean {
  const openSockets = new Map<Socket, number>()
  let leaving = false
  /** The number of connections and requests that have arrived since the start. */
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
  /**
   * Waits until the server has stopped listening, which happens directly after the hook `preClose` of Fastify. Then
   * closes the connections that have no open request.
   */
  const closeSilent = async () => {
    while (app.server.listening) await nextTurn()
    if (openSockets.size > 0) await pause(LAST_REQUEST)
    for (const [socket, requests] of openSockets) if (requests === 0) socket.destroy()
  }
  return () => leaving
}

/**
 * Resolves after a quiet turn of the event loop in which no connection and no request arrived. After such a turn,
 * probably no connection or request is waiting. This is not certain, because one turn accepts only one of several
 * waiting connections. Also resolves after LONGEST_WAIT.
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
