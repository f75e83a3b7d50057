// PGlite's thread as seen from outside: requests answered in order, and a death that fails them instead of hanging.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

export interface DatabaseThread {
  /** Resolves when the database is open; rejects with PostgreSQL's reason when it can't be. */
  opened: Promise<void>
  /** Sends wire-protocol messages, answers the bytes that came back. Rejects when the thread has died. */
  exchange(messages: readonly Uint8Array[]): Promise<Buffer>
  /** Flushes to disk since the start. */
  flushes(): Promise<number>
  /** Shuts PostgreSQL down in order and ends the thread. */
  close(): Promise<void>
}

type Reply = Uint8Array | 'ready' | 'closed' | { flushes: number } | { fatal: string }

interface PendingReply {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

// PostgreSQL refuses what nests too deeply by its own measure (54001); with Node's 4 MB the thread would break before it.
const STACK = 64

// V8 compiles a WebAssembly function a second time, optimised, once it ran for this many bytes. With its own 1.8 million a
// start takes 1.7 times the processor time and 1.3 times as long (both flags); what serves on is still optimised within seconds.
const TIER_UP_AFTER = 500_000_000

// A function's code is checked when it is first called, with its compilation, and not all nine megabytes at every start.
const V8_FLAGS = ['--wasm-lazy-validation', `--wasm-tiering-budget=${TIER_UP_AFTER}`]

/**
 * Starts the thread on a data directory; what is asked before it is open waits. `onFatal` is called when the thread ends
 * later without `close`: from then on everything rejects, and only a new process opens the database again.
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
  // A query that waits rejects with the same error.
  opened.catch(() => {})
  return {
    opened,
    async exchange(messages) {
      const reply = next()
      // pg's chunks lie in buffers it uses again: one copy of exactly these bytes, which then changes hands.
      const bytes = joined(messages)
      worker.postMessage(bytes, [bytes.buffer])
      // The thread answers in order, and bytes with bytes.
      const answer = (await reply) as Uint8Array
      return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    },
    async flushes() {
      const reply = next()
      worker.postMessage('flushes')
      // The thread answers this question with the number.
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
