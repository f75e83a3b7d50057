// The messages between a thread pool and its threads, and the message handler of a thread.
import { parentPort, type TransferListItem } from 'node:worker_threads'

export type FromThread = { piece: unknown; isLast: boolean } | { failed: string }

/** The message by which the pool requests the next piece. */
export const NEXT_PART = 'more'

/** A piece of an answer, and its buffers that are transferred instead of copied. */
export interface AnswerPart {
  piece: unknown
  transfer?: TransferListItem[]
}

/** Answers each task with at least one piece. Sends the next piece when the pool requests it. */
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
