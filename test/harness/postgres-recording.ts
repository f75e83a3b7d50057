// A proxy in front of PostgreSQL that records the statements of its clients.
import { createSplitter, isMessage } from './postgres-messages.ts'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

export interface RecordingProxy extends PostgresProxy {
  /** Removes and returns the recorded statements, in the order in which the proxy received them. */
  take(): RecordedStatement[]
}

export interface RecordedStatement {
  /** The name of a prepared statement, or the text of another statement. */
  statement: string
  /** The number of the connection. */
  connection: number
}

export async function startRecordingProxy(url: string): Promise<RecordingProxy> {
  let recorded: RecordedStatement[] = []
  let connections = 0
  const proxy = await startPostgresProxy(url, (client, upstream) => {
    const connection = ++connections
    const split = createSplitter(true)
    let unnamed = ''
    client.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) {
        const [first = '', second = ''] = message.subarray(5).toString('latin1').split('\0', 2)
        if (isMessage(message, 'P') && first === '') unnamed = second
        if (isMessage(message, 'B')) recorded.push({ statement: second || unnamed, connection })
        if (isMessage(message, 'Q')) recorded.push({ statement: first, connection })
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.destroy())
  })
  return {
    ...proxy,
    take() {
      const taken = recorded
      recorded = []
      return taken
    },
  }
}
