// A proxy in front of PostgreSQL. It cuts the connection of a transaction that stores a set of send requests, shortly
// before or after the COMMIT of the transaction.
import net, { type AddressInfo } from 'node:net'

/**
 * - `answer`: PostgreSQL commits, and the answer is lost.
 * - `request`: the last statements and the COMMIT are lost, and PostgreSQL rolls back.
 * - `late`: the last statements and the COMMIT arrive only when `release` is called.
 * - `commit`: PostgreSQL runs the last statements, but the COMMIT is lost, and the transaction stays open. The connection
 *   breaks when `disconnect` is called.
 */
export type Cut = 'answer' | 'request' | 'late' | 'commit'

export interface PostgresCut {
  url: string
  /** Cuts the connection of the next set. */
  cutNext(cut: Cut): void
  disconnect(): void
  /** Sends the delayed bytes. Resolves with the answer of PostgreSQL as text. */
  release(): Promise<string>
  stop(): Promise<void>
}

/** The name of the last statement before COMMIT (src/store/admission/commit-marks.ts). */
const MARK = 'write-commit-mark'

/** The message that contains the statement `commit`: its letter, its length and its text. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0')

export async function startPostgresCut(url: string): Promise<PostgresCut> {
  const target = new URL(url)
  const sockets = new Set<net.Socket>()
  let next: Cut | undefined
  let disconnect = () => {}
  let delayed: { upstream: net.Socket; bytes: Buffer } | undefined
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname)
    let cut: Cut | undefined
    sockets.add(client).add(upstream)
    client.on('error', () => {}).on('close', () => cut === undefined && upstream.destroy())
    upstream.on('error', () => {}).on('close', () => client.destroy())
    client.on('data', (chunk: Buffer) => {
      if (next === undefined || !chunk.includes(MARK)) return void upstream.write(chunk)
      cut = next
      next = undefined
      if (cut === 'request') upstream.destroy()
      else if (cut === 'late') delayed = { upstream, bytes: chunk }
      else upstream.write(cut === 'commit' ? chunk.subarray(0, chunk.lastIndexOf(COMMIT)) : chunk)
      if (cut === 'commit') disconnect = () => client.destroy()
      else if (cut !== 'answer') client.destroy()
    })
    upstream.on('data', (chunk: Buffer) => {
      if (cut === undefined) return void client.write(chunk)
      if (cut === 'answer' && chunk.includes('COMMIT')) client.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    url: address.href,
    cutNext(cut) {
      next = cut
    },
    disconnect: () => disconnect(),
    release: () =>
      new Promise((resolve) => {
        if (!delayed) throw new Error('no set was delayed')
        delayed.upstream.once('data', (chunk: Buffer) => resolve(chunk.toString()))
        delayed.upstream.write(delayed.bytes)
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
