// PGlite's thread as seen from the main thread: it responds in order, and its death fails the pending requests.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

export interface DatabaseThread {
  /** Resolves when the database is open. Rejects with PostgreSQL's reason when it cannot be opened. */
  opened: Promise<void>
  /** Sends wire-protocol messages and returns the response's bytes. Rejects when the thread has died. */
  exchange(messages: readonly Uint8Array[]): Promise<Buffer>
  /** Returns the number of flushes to disk since the start. */
  flushes(): Promise<number>
  /** Shuts PostgreSQL down cleanly and ends the thread. */
  close(): Promise<void>
}

type Reply = Uint8Array | 'ready' | 'closed' | { flushes: number } | { fatal: string }

interface PendingReply {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

// Megabytes. PostgreSQL itself rejects statements that nest too deeply (54001). With Node's 4 MB the thread would
// crash first.
const STACK = 64

// V8 compiles a WebAssembly function again, optimized, after it ran for this many bytes. Without the two flags below
// (V8's default is 1.8 million bytes), a start takes 1.7 times the CPU time and 1.3 times as long. A running process
// is still optimized within seconds.
const TIER_UP_AFTER = 500_000_000

// Validates a function when it is compiled at its first call, instead of all nine megabytes at every start.
const V8_FLAGS = ['--wasm-lazy-validation', `--wasm-tiering-budget=${TIER_UP_AFTER}`]

/**
 * Starts the thread on a data directory. Requests wait until the database is open. `onFatal` is called if the thread
 * ends later without `close`: every request then rejects, and only a new process can open the database again.
 */
export function startThread(directory: string, onFatal: (error: Error) => void): DatabaseThread {
  for (const flag of V8_FLAGS) setFlagsFromString(flag)
  const worker = new Worker(new URL('./worker.js', import.meta.url), { resourceLimits: { stackSizeMb: STACK } })
  const pendingReplies: PendingReply[] = []
  let dead: Error | undefined
  let reportFatal: (error: Error) => void = () => {}

  const die = (reason: string) => {
    if (dead) return
    dead = new Error(`The embedded database stopped: ${reason}`)
    for (const { reject } of pendingReplies.splice(0)) reject(dead)
    reportFatal(dead)
  }
  worker.on('message', (reply: Reply) => {
    if (typeof reply === 'object' && 'fatal' in reply) die(reply.fatal)
    else pendingReplies.shift()?.resolve(reply)
  })
  worker.on('error', (error: unknown) => die(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => die(`its thread ended with code ${code}`))

  const next = () =>
    new Promise<Reply>((resolve, reject) => {
      if (dead) reject(dead)
      else pendingReplies.push({ resolve, reject })
    })

  const close = async () => {
    reportFatal = () => {}
    const reply = next()
    worker.postMessage('close')
    await reply.catch(() => {})
    await worker.terminate()
  }

  worker.postMessage({ directory })
  const opened = next().then(() => {
    reportFatal = onFatal
  })
  // Pending queries reject with the same error.
  opened.catch(() => {})
  return {
    opened,
    async exchange(messages) {
      const reply = next()
      // pg reuses the buffers of its chunks. Copy exactly these bytes once, and transfer the copy.
      const bytes = joined(messages)
      worker.postMessage(bytes, [bytes.buffer])
      // The thread responds in order, and it answers bytes with bytes.
      const answer = (await reply) as Uint8Array
      return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    },
    async flushes() {
      const reply = next()
      worker.postMessage('flushes')
      // The thread responds to this request with the number.
      return ((await reply) as { flushes: number }).flushes
    },
    close: () => opened.then(close, close),
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
