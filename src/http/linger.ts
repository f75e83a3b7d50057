// Stopping without a refused request: for a moment the server goes on answering and asks for no more.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN = 50
/** Milliseconds after which a request that is still being read or answered is cut off. */
const LONGEST_ANSWER = 15_000

/** Milliseconds for the request of a connection that was accepted last. */
const LAST_REQUEST = 200
/** Milliseconds of a turn of the event loop that counts as quiet, and of the wait for it. */
const QUIET = 1
const LONGEST_WAIT = 1000

/**
 * From the moment it is told to close until nobody is connected, `most` milliseconds at most, the server answers as
 * before, each time with `Connection: close`, so that a proxy sends what follows elsewhere instead of into a connection
 * that ends. Then it stops listening and closes idle connections, in a quiet turn of the event loop: a connection that was
 * not accepted yet, and a request that was not read yet, would be lost. Last it closes the connections that have sent no request,
 * a browser's spare one or half a request too, and the others after their answers. Answers whether the server is being closed.
 */
export function lingerOnClose(app: FastifyInstance, most: number): () => boolean {
  const openSockets = new Map<Socket, number>()
  let leaving = false
  /** Connections and requests so far. */
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
    while (performance.now() < until && openSockets.size > 0) await pause(LOOK_AGAIN)
    if (openSockets.size > 0) await quietTurn(() => arrived)
    void closeSilent()
    setTimeout(() => app.server.closeAllConnections(), LONGEST_ANSWER).unref()
  })
  /** The server stops listening right after the hook. */
  const closeSilent = async () => {
    while (app.server.listening) await nextTurn()
    if (openSockets.size > 0) await pause(LAST_REQUEST)
    for (const [socket, requests] of openSockets) if (requests === 0) socket.destroy()
  }
  return () => leaving
}

/**
 * Resolves after a short turn of the event loop in which nothing arrived, so that hardly anything is waiting to be read. A turn
 * accepts one connection, whatever number is waiting.
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
