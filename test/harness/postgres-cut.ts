// A proxy in front of PostgreSQL. It cuts the connection of a transaction that stores a set of send requests, shortly
// before or after the COMMIT of the transaction.
import type net from 'node:net'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

/**
 * - `answer`: PostgreSQL commits, and the answer is lost.
 * - `request`: the last statements and the COMMIT are lost, and PostgreSQL rolls back.
 * - `late`: the last statements and the COMMIT arrive only when `release` is called.
 * - `commit`: PostgreSQL runs the last statements, but the COMMIT is lost, and the transaction stays open. The connection
 *   breaks when `disconnect` is called.
 */
export type Cut = 'answer' | 'request' | 'late' | 'commit'

export interface PostgresCut extends PostgresProxy {
  /** Cuts the connection of the next set. Resolves when the set arrives. */
  cutNext(cut: Cut): Promise<void>
  disconnect(): void
  /** Sends the delayed bytes. Resolves with the answer of PostgreSQL as text. */
  release(): Promise<string>
}

/** The name of the last statement before COMMIT (src/store/admission/commit-marks.ts). */
const MARK = 'write-commit-mark'

/** The message that contains the statement `commit`: its letter, its length and its text. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0')

export async function startPostgresCut(url: string): Promise<PostgresCut> {
  let next: { cut: Cut; arrived: () => void } | undefined
  let disconnect = () => {}
  let delayed: { upstream: net.Socket; bytes: Buffer } | undefined
  const proxy = await startPostgresProxy(url, (client, upstream) => {
    let cut: Cut | undefined
    client.on('close', () => cut === undefined && upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('data', (chunk: Buffer) => {
      if (next === undefined || !chunk.includes(MARK)) return void upstream.write(chunk)
      cut = next.cut
      next.arrived()
      next = undefined
      if (cut === 'commit' && !chunk.includes(COMMIT)) throw new Error('the COMMIT was not sent with the mark')
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
  return {
    ...proxy,
    cutNext: (cut) =>
      new Promise((resolve) => {
        next = { cut, arrived: resolve }
      }),
    disconnect: () => disconnect(),
    release: () =>
      new Promise((resolve) => {
        if (!delayed) throw new Error('no set was delayed')
        let answer = ''
        delayed.upstream.on('data', (chunk: Buffer) => {
          answer += chunk.toString()
          // The answer to COMMIT is the last one. A failed transaction is answered with ROLLBACK.
          if (/COMMIT|ROLLBACK/.test(answer)) resolve(answer)
        })
        delayed.upstream.write(delayed.bytes)
      }),
  }
}
