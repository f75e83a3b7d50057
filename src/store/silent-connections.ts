// Detects a server that has stopped answering, for example because a network drops all packets. Without this check, a
// statement would end only at the query timeout of 30 seconds, and the next statement again 30 seconds later.
import type { Socket } from 'node:net'

/** The part of a socket that the watch uses. */
type WatchedSocket = Pick<Socket, 'bytesRead' | 'destroy'>

export interface SilenceWatch {
  /** Call this when a task takes the connection, because an idle connection receives nothing. */
  add(socket: WatchedSocket): void
  remove(socket: WatchedSocket): void
  stop(): void
}

/**
 * Calls `isAnswering` when a watched connection has received nothing for `silence` milliseconds. If the server does not
 * answer, breaks these connections with ETIMEDOUT and calls `onLost`. Bytes that any watched connection receives during
 * the check are an answer too.
 */
export function watchSilence(silence: number, isAnswering: () => Promise<boolean>, onLost: () => void): SilenceWatch {
  const watched = new Map<WatchedSocket, { bytes: number; since: number }>()
  let checking = false

  /** Returns the connections that have received nothing for `silence`. */
  const silent = () => {
    const now = performance.now()
    return [...watched].flatMap(([socket, state]) => {
      if (socket.bytesRead !== state.bytes) Object.assign(state, { bytes: socket.bytesRead, since: now })
      return now - state.since >= silence ? [socket] : []
    })
  }
  const check = async () => {
    if (checking || silent().length === 0) return
    checking = true
    const before = [...watched.keys()].map((socket) => ({ socket, bytes: socket.bytesRead }))
    const answers = (await isAnswering()) || before.some(({ socket, bytes }) => socket.bytesRead !== bytes)
    checking = false
    const sockets = silent()
    if (sockets.length === 0) return
    if (answers) {
      // The statements are slow. The server is checked again after `silence`.
      for (const socket of sockets) watched.set(socket, stateOf(socket))
      return
    }
    onLost()
    for (const socket of sockets) {
      watched.delete(socket)
      socket.destroy(Object.assign(new Error('the database server has stopped answering'), { code: 'ETIMEDOUT' }))
    }
  }
  const timer = setInterval(check, silence / 5)
  timer.unref()
  return {
    add: (socket) => void watched.set(socket, stateOf(socket)),
    remove: (socket) => void watched.delete(socket),
    stop: () => clearInterval(timer),
  }
}

function stateOf(socket: WatchedSocket) {
  return { bytes: socket.bytesRead, since: performance.now() }
}
