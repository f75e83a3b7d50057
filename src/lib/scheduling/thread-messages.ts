// What a pool and its threads say to each other, and the thread's side of it.
import { parentPort, type TransferListItem } from 'node:worker_threads'

export type FromThread = { piece: unknown; isLast: boolean } | { failed: string }

/** The pool is ready for the next piece. */
export const NEXT_PART = 'more'

/** A piece of an answer, and the buffers in it that change hands instead of being copied. */
export interface AnswerPart {
  piece: unknown
  transfer?: TransferListItem[]
}

/** Answers each task that comes in with its pieces, at least one, and waits between two of them until the pool asks for more. */
export function answerTasks<Task>(answer: (task: Task) => AnswerPart[]): void {
  const port = parentPort
  if (!port) throw new Error('This module runs in a thread of a pool.')
  let left: AnswerPart[] = []
  const sendNext = () => {
    const [{ piece, transfer = [] } = { piece: undefined }, ...rest] = left
    left = rest
    port.postMessage({ piece, isLast: rest.length === 0 } satisfies FromThread, transfer)
  }
  port.on('message', (message: { task: Task } | typeof NEXT_PART) => {
    if (message === NEXT_PART) return sendNext()
    try {
      left = answer(message.task)
      sendNext()
    } catch (error) {
      left = []
      port.postMessage({
        failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies FromThread)
    }
  })
}
