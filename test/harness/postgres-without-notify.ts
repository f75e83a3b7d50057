// A proxy in front of PostgreSQL that drops notifications, as a pooler in transaction mode does.
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

/** Starts a proxy for the server at `url` that forwards every message except NotificationResponse. */
export function startPostgresWithoutNotify(url: string): Promise<PostgresProxy> {
  return startPostgresProxy(url, (client, upstream) => {
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
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
}
