// Runs the threads that process large bodies. This code runs in the main thread.
import { availableParallelism } from 'node:os'
import type { ParsedMessage } from './admission/admission-request.ts'
import type { InboundEvent } from './channels/inbound.ts'
import type { RepeatKey } from './channels/inbound-bodies.ts'
import { type Refusal, Refused } from './errors.ts'
import type { BodyTask, BodyThreads } from './http/body/body-tasks.ts'
import { firstOf } from './lib/pairs.ts'
import { createThreadPool, TaskCancelled, ThreadLost, ThreadsBusy } from './lib/scheduling/thread-pool.ts'
import { bodyWork, MINUTE, SECOND } from './limits.ts'

/** The file with the thread's code: `body-thread.js` beside the bundle, or the TypeScript source in development. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './body-thread.ts' : './body-thread.js', import.meta.url)
const MOST_THREADS = 4
/** Maximum heap of a thread in megabytes. A body of 44 MB needs about 300 MB. */
const HEAP = 768
const IDLE_FOR = 15 * SECOND

/**
 * Creates the pool. Its first thread starts when the first large body arrives. `onLost` is called when a thread exits
 * unexpectedly. `sharedBy` is the number of processes that share the processor cores.
 */
export function createBodyThreads(
  onLost: (error: Error) => void,
  sharedBy = 1,
): BodyThreads & { close(): Promise<void> } {
  const pool = createThreadPool({
    entry: ENTRY,
    most: Math.max(1, Math.min(MOST_THREADS, Math.floor((availableParallelism() - 1) / sharedBy))),
    maxQueued: bodyWork.maxQueued,
    idleFor: IDLE_FOR,
    longest: MINUTE,
    heap: HEAP,
  })
  const run = async <T>(task: BodyTask, transfer: ArrayBuffer[], signal?: AbortSignal) => {
    try {
      // The cast is safe: body-thread.ts answers each kind of task with pieces of this type.
      return (await pool.run(task, transfer, signal)) as T[]
    } catch (error) {
      if (error instanceof ThreadsBusy) throw new Refused(busy)
      // The client has disconnected and never receives this refusal.
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
    async repeatKey(body, from, settings, receivedAt) {
      return firstOf(await run<RepeatKey>({ kind: 'repeatKey', body, from, settings, receivedAt }, []))
    },
    async inboundEvents(body, from, settings, receivedAt) {
      const pieces = await run<InboundEvent[]>({ kind: 'inboundEvents', body, from, settings, receivedAt }, [])
      return pieces.flat()
    },
    close: () => pool.close(),
  }
}

/** Returns whether the thread refused the body. The answer of the thread then has only this piece. */
function isRefusal(piece: unknown): piece is { refusal: Refusal } {
  return typeof piece === 'object' && piece !== null && 'refusal' in piece
}

type BatchPiece = { offered: ParsedMessage } | { problem: Record<string, string[]> } | Record<never, never>

/** Converts the Uint8Arrays of attachments back to Buffers, because a message between threads loses the Buffer type. */
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
  message: 'The service could not finish reading the request. Send it again.',
  retryAfter: 5,
}
