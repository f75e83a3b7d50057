// The interface of the main thread to the thread that runs PGlite. The thread responds in the order of the requests. If
// it ends, all pending requests fail.
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

export interface DatabaseThread {
  /** Resolves when the database is open. If the database cannot be opened, rejects with the reason from PostgreSQL. */
  opened: Promise<void>
  /** Sends messages of the wire protocol and returns the bytes of the response. Rejects if the thread has ended. */
  exchange(messages: readonly Uint8Array[]): Promise<Buffer>
  /** Returns how many times data was flushed to the disk since the start. */
  flushes(): Promise<number>
  /** Shuts PostgreSQL down cleanly, and ends the thread. */
  close(): Promise<void>
}

type Reply = Uint8Array | 'ready' | 'closed' | { flushes: number } | { fatal: string }

interface PendingReply {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

// Stack size in megabytes. PostgreSQL rejects a statement that nests too deeply (54001). With Node's default of 4 MB,
// such a statement would crash the thread first.
const STACK = 64

// Size of V8's young generation in megabytes. The thread creates little garbage. With V8's own choice it would use 10 to
// 20 MB more.
const YOUNG_GENERATION = 6

// V8 counts the bytes of code that a WebAssembly function executes. When the count reaches this number, V8 optimizes
// the function. The default is 1.8 million. Without the two flags below, a start takes 1.7 times the processor time and
// 1.3 times as long. With them, the functions of a running process are still optimized within seconds.
const TIER_UP_AFTER = 500_000_000

// V8 validates each WebAssembly function when it is first called. Otherwise V8 would validate all nine megabytes of
// functions at every start.
const V8_FLAGS = ['--wasm-lazy-validation', `--wasm-tiering-budget=${TIER_UP_AFTER}`]

/**
 * Starts the thread on a data directory. Requests wait until the database is open. If the thread ends without a call of
 * `close`, `onFatal` is called. All requests then reject, and only a new process can open the database again.
 */
export function startThread(directory: string, onFatal: (error: Error) => void): DatabaseThread {
  for (const flag of V8_FLAGS) setFlagsFromString(flag)
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { stackSizeMb: STACK, maxYoungGenerationSizeMb: YOUNG_GENERATION },
  })
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
  worker.on('exit', (code) => die(`the thread ended with code ${code}`))

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
  // Ignore the error here, because pending queries reject with the same error.
  opened.catch(() => {})
  return {
    opened,
    async exchange(messages) {
      const reply = next()
      // Copy the bytes once and transfer the copy, because pg writes later chunks into the same buffers.
      const bytes = joined(messages)
      worker.postMessage(bytes, [bytes.buffer])
      // The thread responds in the order of the requests, and always responds to bytes with bytes, so this response
      // contains bytes.
      const answer = (await reply) as Uint8Array
      return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    },
    async flushes() {
      const reply = next()
      worker.postMessage('flushes')
      // The thread responds to this request with the number of flushes.
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
