// The messages between a thread pool and its threads, and the code by which a thread handles them.
import { parentPort, type TransferListItem } from 'node:worker_threads'

/** A thread is `ready` when its code is loaded. */
export type FromThread = { piece: unknown; isLast: boolean } | { failed: string } | { ready: true }

/** The pool sends this message to request the next piece of an answer. */
export const NEXT_PART = 'more'

/** A piece of an answer. `transfer` contains buffers that are moved to the other thread instead of being copied. */
export interface AnswerPart {
  piece: unknown
  transfer?: TransferListItem[]
}

/** Answers each task in one or more pieces. Sends each further piece when the pool requests it. */
export function answerTasks<Task>(answer: (task: Task) => AnswerPart[] | Promise<AnswerPart[]>): void {
  const port = parentPort
  if (!port) throw new Error('This module must run in a thread of a thread pool.')
  let left: AnswerPart[] = []
  const sendNext = () => {
    const [{ piece, transfer = [] } = { piece: undefined }, ...rest] = left
    left = rest
    port.postMessage({ piece, isLast: rest.length === 0 } satisfies FromThread, transfer)
  }
  port.on('message', async (message: { task: Task } | typeof NEXT_PART) => {
    if (message === NEXT_PART) return sendNext()
    try {
      left = await answer(message.task)
      sendNext()
    } catch (error) {
      left = []
      port.postMessage({
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies FromThread)
    }
  })
  port.postMessage({ ready: true } satisfies FromThread)
}
