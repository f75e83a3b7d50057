// Stopping without a refused request: for a moment the server goes on answering and asks for no more.
import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN = 50

/**
 * From the moment it is told to close until nobody is connected, `most` milliseconds at most, the server answers as
 * before, each time with `Connection: close`, so that a proxy sends what follows elsewhere instead of into a connection
 * that ends. Answers whether that moment has come.
 */
export function lingerOnClose(app: FastifyInstance, most: number): () => boolean {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
    const until = performance.now() + most
    while (performance.now() < until && (await connections(app)) > 0) await pause(LOOK_AGAIN)
  })
  return () => leaving
}

function connections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
