// A proxy in front of PostgreSQL that can stop forwarding. It then behaves like a network that drops all packets:
// connections stay open, new connections are accepted, and no bytes arrive.
import type net from 'node:net'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

export interface PostgresStall extends PostgresProxy {
  stall(): void
  /** Forwards all delayed bytes, and then forwards as before. */
  resume(): void
}

export async function startPostgresStall(url: string): Promise<PostgresStall> {
  const sockets = new Set<net.Socket>()
  const closing = new Set<net.Socket>()
  let stalled = false
  const forward = (from: net.Socket, to: net.Socket) => {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => void to.write(chunk))
    if (stalled) from.pause()
    from.on('close', () => {
      sockets.delete(from)
      if (stalled) closing.add(to)
      else to.end()
    })
  }
  const proxy = await startPostgresProxy(url, (client, upstream) => {
    forward(client, upstream)
    forward(upstream, client)
  })
  return {
    ...proxy,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of sockets) socket.resume()
      for (const socket of closing) socket.end()
      closing.clear()
    },
  }
}
