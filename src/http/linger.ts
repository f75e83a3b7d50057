// Stopping without a refused request: for a moment the server goes on answering and asks for no more.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN = 50
/** Milliseconds after which a request that is still being read or answered is cut off. */
const LONGEST_ANSWER = 15_000

/**
 * From the moment it is told to close until nobody is connected, `most` milliseconds at most, the server answers as
 * before, each time with `Connection: close`, so that a proxy sends what follows elsewhere instead of into a connection
 * that ends. Then it closes every connection that asks nothing, a browser's spare one or half a request too, and the
 * others after their answers. Answers whether the server is being closed.
 */
export function lingerOnClose(app: FastifyInstance, most: number): () => boolean {
  const asking = new Map<Socket, number>()
  let leaving = false
  let over = false
  app.server.on('connection', (socket: Socket) => {
    if (over) return socket.destroy()
    asking.set(socket, 0)
    socket.once('close', () => asking.delete(socket))
  })
  const count = ({ socket }: IncomingMessage, change: number) => {
    const known = asking.get(socket)
    if (known !== undefined) asking.set(socket, known + change)
  }
  app.addHook('onRequest', (request, _reply, done) => {
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
    while (performance.now() < until && asking.size > 0) await pause(LOOK_AGAIN)
    over = true
    for (const [socket, requests] of asking) if (requests === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), LONGEST_ANSWER).unref()
  })
  return () => leaving
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
