// A proxy in front of PostgreSQL that drops notifications, as a pooler in transaction mode does.
import net, { type AddressInfo } from 'node:net'

export interface PostgresWithoutNotify {
  url: string
  stop(): Promise<void>
}

/** Starts a proxy for the server at `url` that forwards every message except NotificationResponse. */
export async function startPostgresWithoutNotify(url: string): Promise<PostgresWithoutNotify> {
  const target = new URL(url)
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname)
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => peer.destroy()).on('close', () => peer.destroy())
    }
    client.on('data', (chunk: Buffer) => upstream.write(chunk))
    let rest = Buffer.alloc(0)
    upstream.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      // A message consists of a letter, a length that does not count the letter, and its content.
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1)
        rest = rest.subarray(message.length)
        if (message[0] !== 'A'.charCodeAt(0)) client.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    url: address.href,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
