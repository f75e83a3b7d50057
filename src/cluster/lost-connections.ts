// Closes the connections that a process received from its parent and did not confirm before it was killed. Otherwise
// their clients would wait without end, because Node keeps such a connection open in the parent.
import type { Worker } from 'node:cluster'

interface Connection {
  close(): void
}

/**
 * Watches the messages with which Node's cluster module passes connections. They are not documented, and have the same
 * form in Node 20 to 26. If their form changes, connections of a killed process are not closed.
 */
export function closeLostConnections({ process }: Worker): void {
  const unconfirmed = new Map<number, Connection>()
  const { send } = process
  const watchedSend = (...args: unknown[]): unknown => {
    const [message, connection] = args
    if (hasNumber(message, 'seq') && isConnection(connection)) unconfirmed.set(message.seq, connection)
    return Reflect.apply(send, process, args)
  }
  Object.defineProperty(process, 'send', { value: watchedSend })
  process.on('internalMessage', (message: unknown) => {
    if (hasNumber(message, 'ack')) unconfirmed.delete(message.ack)
  })
  const closeAll = () => {
    for (const connection of unconfirmed.values()) connection.close()
    unconfirmed.clear()
  }
  process.once('exit', () => {
    // Confirmations may arrive after the exit, until the link is closed.
    if (process.connected) process.once('disconnect', closeAll)
    else closeAll()
  })
}

function hasNumber<Key extends 'seq' | 'ack'>(message: unknown, key: Key): message is Record<Key, number> {
  return typeof message === 'object' && message !== null && key in message && typeof Object(message)[key] === 'number'
}

function isConnection(value: unknown): value is Connection {
  return typeof value === 'object' && value !== null && 'close' in value
}
