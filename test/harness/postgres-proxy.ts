// A TCP proxy in front of PostgreSQL, for tests of faults between the service and the server.
import net, { type AddressInfo } from 'node:net'

export interface PostgresProxy {
  /** The URL of the server at `url`, through the proxy. */
  url: string
  stop(): Promise<void>
}

/** Starts a proxy for the server at `url`. `join` forwards the bytes between a client and its connection to the server. */
export async function startPostgresProxy(
  url: string,
  join: (client: net.Socket, upstream: net.Socket) => void,
): Promise<PostgresProxy> {
  const target = new URL(url)
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Without this, a message that is forwarded in several parts takes 40 ms longer.
      socket.setNoDelay()
      socket.on('error', () => {})
    }
    join(client, upstream)
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
