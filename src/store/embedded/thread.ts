// PGlite's thread as seen from outside: requests answered in order, and a death that fails them instead of hanging.
import { Worker } from 'node:worker_threads'

export interface Thread {
  /** Sends wire-protocol bytes, answers the bytes that came back. Rejects when the thread has died. */
  exchange(bytes: Buffer): Promise<Buffer>
  /** Flushes to disk since the start. */
  flushes(): Promise<number>
  close(): Promise<void>
}

type Reply = Uint8Array | 'ready' | 'closed' | { flushes: number }

interface Waiting {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

/** Starts the thread on a data directory. `onFatal` is told when it dies unasked. */
export async function startThread(directory: string, onFatal: (error: Error) => void): Promise<Thread> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { directory } })
  const waiting: Waiting[] = []
  let dead: Error | undefined
  let closing = false

  const die = (reason: string) => {
    if (dead) return
    dead = new Error(`The embedded database stopped: ${reason}`)
    for (const { reject } of waiting.splice(0)) reject(dead)
    if (!closing) onFatal(dead)
  }
  worker.on('message', (reply: Reply) => waiting.shift()?.resolve(reply))
  worker.on('error', (error: unknown) => die(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => die(`its thread ended with code ${code}`))

  const next = () =>
    new Promise<Reply>((resolve, reject) => {
      if (dead) reject(dead)
      else waiting.push({ resolve, reject })
    })
  const ask = (message: Buffer | string) => {
    const reply = next()
    worker.postMessage(message)
    return reply
  }

  await next()
  return {
    async exchange(bytes) {
      const reply = (await ask(bytes)) as Uint8Array
      return Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
    },
    flushes: async () => ((await ask('flushes')) as { flushes: number }).flushes,
    async close() {
      closing = true
      if (!dead) await ask('close').catch(() => {})
      await worker.terminate()
    },
  }
}
