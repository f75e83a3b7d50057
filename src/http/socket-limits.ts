// Limits the number of open sockets in total and for each client network.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../lib/network.ts'
import { MINUTE } from '../limits.ts'

export interface SocketLimits {
  maxConnections: number
  /** Maximum number of sockets from one client network. */
  maxConnectionsPerAddress: number
  /**
   * Number of proxies in front of the service. If there is a proxy, all sockets come from it, so the limit per client
   * network does not apply.
   */
  trustProxy: number
  /** Whether other processes listen on the same port. */
  sharesPort: boolean
}

/** Closes a socket at once if it exceeds a limit. Logs at most one warning per minute. */
export function limitSockets(server: Server, limits: SocketLimits, log: FastifyBaseLogger): void {
  const { maxConnections, maxConnectionsPerAddress, trustProxy, sharesPort } = limits
  const warn = oncePer(MINUTE, (counts: object) => log.warn(counts, 'refusing connections: too many are open'))
  const warnOfTotal = () => warn({ limit: 'MAX_CONNECTIONS', most: maxConnections })
  if (sharesPort) limitTotal(server, maxConnections, warnOfTotal)
  else {
    server.maxConnections = maxConnections
    server.on('drop', warnOfTotal)
  }
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

/**
 * Closes the connections above the limit. Does not use `server.maxConnections`: with a shared port, Node would pass such
 * a connection from process to process without end while all processes are full.
 */
function limitTotal(server: Server, most: number, onRefused: () => void): void {
  let open = 0
  server.on('connection', (socket: Socket) => {
    if (open >= most) {
      onRefused()
      socket.destroy()
      return
    }
    open++
    socket.once('close', () => open--)
  })
}

function oncePer<T>(milliseconds: number, call: (about: T) => void): (about: T) => void {
  let last = -Infinity
  return (about) => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    call(about)
  }
}
