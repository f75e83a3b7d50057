// Limits the sessions of a server that anyone can reach, so that a few clients cannot hold all its places.
import type { Server } from 'node:net'
import { networkOf } from '../lib/network.ts'

export interface SessionLimits {
  /** Maximum number of sessions of one client network at the same time. */
  most: number
  /** Maximum time of a session in milliseconds, even if the client keeps sending. */
  longest: number
}

/** Closes the sessions that exceed the limits. */
export function limitSessions(server: Server, { most, longest }: SessionLimits): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    const timer = setTimeout(() => socket.destroy(), longest).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count > most) socket.destroy()
  })
}
