// The limits of the sessions of a server that anyone can reach.
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limitSessions, type SessionLimits } from '../../src/inbound/session-limits.ts'

let server: Server
const clients: Socket[] = []

async function listen(limits: SessionLimits): Promise<void> {
  server = createServer()
  limitSessions(server, limits)
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.resume()
    if (!socket.destroyed) socket.write('ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** Connects a client. Its socket emits `data` if the server accepts the session, and `close` if the server ends it. */
function connect(): Socket {
  const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  clients.push(client)
  return client
}

/** Resolves at the event. A reset of the connection is no failure. */
const seen = (client: Socket, event: 'data' | 'close') => new Promise((resolve) => client.once(event, resolve))

describe('the sessions of a server', () => {
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  it('limits the sessions of one network, and accepts another session after a session has ended', async () => {
    await listen({ most: 2, longest: 60_000 })
    const [first, second] = [connect(), connect()]
    await Promise.all([seen(first, 'data'), seen(second, 'data')])
    await seen(connect().resume(), 'close')
    expect([first.closed, second.closed]).toEqual([false, false])
    first.destroy()
    await seen(first, 'close')
    // The server may notice the end of the session after the next client has connected.
    for (;;) {
      const next = connect()
      const accepted = await Promise.race([seen(next, 'data').then(() => true), seen(next, 'close').then(() => false)])
      if (accepted) break
    }
  })

  it('ends a session after the longest permitted time, even if the client keeps sending', async () => {
    await listen({ most: 2, longest: 100 })
    const client = connect().resume()
    const sending = setInterval(() => client.write('x'), 5)
    await seen(client, 'close')
    clearInterval(sending)
  })
})
