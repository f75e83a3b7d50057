// The main thread's side of the threads that work on large bodies.
import { availableParallelism } from 'node:os'
import type { ParsedMessage } from './admission/admit.ts'
import type { InboundEvent } from './channels/inbound.ts'
import type { RepeatKey } from './channels/inbound-bodies.ts'
import { type Refusal, Refused } from './errors.ts'
import type { BodyTask, BodyThreads } from './http/body/body-tasks.ts'
import { firstOf } from './lib/pairs.ts'
import { createThreadPool, TaskCancelled, ThreadLost, ThreadsBusy } from './lib/scheduling/thread-pool.ts'
import { bodyWork, MINUTE, SECOND } from './limits.ts'

/** In the bundle the thread is a file beside it; in development it is a TypeScript source. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './body-thread.ts' : './body-thread.js', import.meta.url)
const MOST_THREADS = 4
/** Megabytes: a body of 44 MB takes about 300 of them at its worst. */
const HEAP = 768
const IDLE_FOR = 15 * SECOND

/** Starts the first thread at the first large body. `onLost` is called with the error of a thread that exited. */
export function createBodyThreads(onLost: (error: Error) => void): BodyThreads & { close(): Promise<void> } {
  const pool = createThreadPool({
    entry: ENTRY,
    most: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    maxQueued: bodyWork.maxQueued,
    idleFor: IDLE_FOR,
    longest: MINUTE,
    heap: HEAP,
  })
  const run = async <T>(task: BodyTask, transfer: ArrayBuffer[], signal?: AbortSignal) => {
    try {
      // body-thread.ts answers each kind of task with pieces of this type.
      return (await pool.run(task, transfer, signal)) as T[]
    } catch (error) {
      if (error instanceof ThreadsBusy) throw new Refused(busy)
      // The client is gone and never receives this refusal.
      if (error instanceof TaskCancelled) throw new Refused(lost)
      if (!(error instanceof ThreadLost)) throw error
      onLost(error)
      throw new Refused(lost)
    }
  }
  const readOnce = async <T>(task: Extract<BodyTask, { blocks: unknown }>, clientGone: AbortSignal): Promise<T[]> => {
    const pieces = await run<T>(
      task,
      task.blocks.map(({ buffer }) => buffer),
      clientGone,
    )
    const [first] = pieces
    if (isRefusal(first)) throw new Refused(first.refusal)
    return pieces
  }

  return {
    async json(blocks, limits, clientGone) {
      return firstOf(await readOnce<{ value: unknown }>({ kind: 'json', blocks, limits }, clientGone)).value
    },
    async send(blocks, limits, options, clientGone) {
      const pieces = await readOnce<{ offered: ParsedMessage }>({ kind: 'send', blocks, limits, options }, clientGone)
      return withBuffers(firstOf(pieces).offered)
    },
    async batch(blocks, limits, options, clientGone) {
      const pieces = await readOnce<BatchPiece>({ kind: 'batch', blocks, limits, options }, clientGone)
      const [envelope] = pieces
      if (envelope && 'problem' in envelope) return envelope
      return { messages: pieces.flatMap((piece) => ('offered' in piece ? withBuffers(piece.offered) : [])) }
    },
    async repeatKey(body, from, settings) {
      return firstOf(await run<RepeatKey>({ kind: 'repeatKey', body, from, settings }, []))
    },
    async inboundEvents(body, from, settings, receivedAt) {
      const pieces = await run<InboundEvent[]>({ kind: 'inboundEvents', body, from, settings, receivedAt }, [])
      return pieces.flat()
    },
    close: () => pool.close(),
  }
}

/** A body that the thread refused is this piece alone. */
function isRefusal(piece: unknown): piece is { refusal: Refusal } {
  return typeof piece === 'object' && piece !== null && 'refusal' in piece
}

type BatchPiece = { offered: ParsedMessage } | { problem: Record<string, string[]> } | Record<never, never>

/** Between threads a Buffer becomes the Uint8Array that it is. */
function withBuffers(offered: ParsedMessage): ParsedMessage {
  if ('refusal' in offered) return offered
  const attachments = offered.parsed.attachments.map(({ bytes, ...attachment }) =>
    bytes ? { ...attachment, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) } : attachment,
  )
  return { parsed: { ...offered.parsed, attachments } }
}

const busy: Refusal = {
  code: 'unavailable',
  message: 'Too many large requests are being read at the moment. Send the request again in a few seconds.',
  retryAfter: 5,
}

const lost: Refusal = {
  code: 'unavailable',
  message: 'The request could not be read to its end. Send it again.',
  retryAfter: 5,
}
