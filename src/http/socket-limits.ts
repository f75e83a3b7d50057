// How many sockets may be open: in all, and from one client network.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../lib/network.ts'
import { MINUTE } from '../limits.ts'

export interface SocketLimits {
  maxConnections: number
  /** From one network. */
  maxConnectionsPerAddress: number
  /** Proxies in front. All connections come from the nearest, which is trusted, so its address has no limit of its own. */
  trustProxy: number
}

/** Closes sockets over the limits as soon as they open. The log says so, once a minute at most. */
export function limitSockets(server: Server, limits: SocketLimits, log: FastifyBaseLogger): void {
  const { maxConnections, maxConnectionsPerAddress, trustProxy } = limits
  const warn = oncePer(MINUTE, (counts: object) => log.warn(counts, 'connections are refused: too many are open'))
  server.maxConnections = maxConnections
  server.on('drop', () => warn({ limit: 'MAX_CONNECTIONS', most: maxConnections }))
  if (trustProxy > 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnectionsPerAddress) {
      warn({ limit: 'MAX_CONNECTIONS_PER_ADDRESS', most: maxConnectionsPerAddress, network })
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

function oncePer<T>(milliseconds: number, say: (about: T) => void): (about: T) => void {
  let last = -Infinity
  return (about) => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    say(about)
  }
}
