// Threads that begin with the first task, take one task at a time, and end when nothing was asked of them for a while.

import { type TransferListItem, Worker } from 'node:worker_threads'
import { errorOf } from '../thrown.ts'
import { type FromThread, NEXT_PART } from './thread-messages.ts'

export interface ThreadPoolOptions {
  /** The module that the threads run; it calls `answerTasks`. */
  entry: URL
  /** Threads at a time. */
  most: number
  /** Tasks that wait for a thread; one more is refused. */
  maxQueued: number
  /** Milliseconds without a task after which a thread ends. */
  idleFor: number
  /** Milliseconds after which a task is given up, and its thread with it. */
  longest: number
  /** Megabytes of a thread's heap. A task that needs more ends its thread, and not the process. */
  heap: number
}

export interface ThreadPool {
  /**
   * Resolves with the pieces of the task's answer, which arrive one at a time, each in a turn of the event loop of its
   * own. Rejects with ThreadsBusy, ThreadLost, TaskCancelled, or the task's own failure. A task that still waits for a thread
   * when `signal` aborts is not begun.
   */
  run(task: unknown, transfer: TransferListItem[], signal?: AbortSignal): Promise<unknown[]>
  /** Ends all threads; tasks under way are lost. */
  close(): Promise<void>
}

/** As many tasks wait for a thread as may. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
}

/** The thread died before it had answered; the next task gets a new one. */
export class ThreadLost extends Error {
  override name = 'ThreadLost'
}

/** The caller gave the task up before a thread began it. */
export class TaskCancelled extends Error {
  override name = 'TaskCancelled'
}

interface Task {
  task: unknown
  transfer: TransferListItem[]
  resolve: (pieces: unknown[]) => void
  reject: (error: Error) => void
}

interface PoolThread {
  worker: Worker
  /** Begins a task; only while none is under way. */
  begin(task: Task): void
}

export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const idle: PoolThread[] = []
  const threads = new Set<PoolThread>()
  const queue: Task[] = []
  let isClosed = false

  const next = (thread: PoolThread) => {
    const task = queue.shift()
    if (task) thread.begin(task)
    else idle.push(thread)
  }
  const gone = (thread: PoolThread) => {
    threads.delete(thread)
    const place = idle.indexOf(thread)
    if (place >= 0) idle.splice(place, 1)
    // Tasks that waited for this thread get another.
    const task = !isClosed && threads.size < options.most ? queue.shift() : undefined
    if (task) start().begin(task)
  }
  const start = () => {
    const thread = startThread(options, next, gone)
    threads.add(thread)
    return thread
  }

  const cancelQueued = (task: Task) => {
    const place = queue.indexOf(task)
    if (place < 0) return
    queue.splice(place, 1)
    task.reject(new TaskCancelled('the task was cancelled before it began'))
  }

  return {
    run: (task, transfer, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ThreadLost('the threads were ended'))
        if (signal?.aborted) return reject(new TaskCancelled('the task was cancelled before it began'))
        const queued = { task, transfer, resolve, reject }
        const free = idle.pop()
        if (free) free.begin(queued)
        else if (threads.size < options.most) start().begin(queued)
        else if (queue.length < options.maxQueued) {
          queue.push(queued)
          signal?.addEventListener('abort', () => cancelQueued(queued), { once: true })
        } else reject(new ThreadsBusy(`${queue.length} tasks wait for a thread`))
      }),
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new ThreadLost('the threads were ended'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function startThread(
  { entry, idleFor, longest, heap }: ThreadPoolOptions,
  onFree: (thread: PoolThread) => void,
  onGone: (thread: PoolThread) => void,
): PoolThread {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heap } })
  let current: Task | undefined
  let pieces: unknown[] = []
  let timer: NodeJS.Timeout | undefined

  const end = (error: Error | undefined) => {
    const done = current
    const answer = pieces
    current = undefined
    pieces = []
    clearTimeout(timer)
    timer = setTimeout(endIdle, idleFor).unref()
    onFree(thread)
    if (error) done?.reject(error)
    else done?.resolve(answer)
  }
  const endIdle = () => {
    // First out of the pool, so that no task goes to a thread that is ending.
    onGone(thread)
    void worker.terminate()
  }
  const lose = (reason: string) => {
    clearTimeout(timer)
    current?.reject(new ThreadLost(reason))
    current = undefined
    onGone(thread)
  }

  worker.on('message', (message: FromThread) => {
    if (!current) return
    if ('failed' in message) return end(new Error(message.failed))
    pieces.push(message.piece)
    if (message.isLast) return end(undefined)
    // A port hands over all that came at once: the next piece is not sent before this turn is over.
    setImmediate(() => worker.postMessage(NEXT_PART))
  })
  let reason = ''
  worker.on('error', (error: Error) => {
    reason = error.message
  })
  worker.on('exit', (code) => lose(reason || `the thread ended with code ${code}`))
  worker.unref()

  const thread: PoolThread = {
    worker,
    begin(task) {
      current = task
      clearTimeout(timer)
      timer = setTimeout(() => void worker.terminate(), longest).unref()
      try {
        worker.postMessage({ task: task.task }, task.transfer)
      } catch (error) {
        // A value that cannot be copied, or a buffer that was transferred before.
        end(errorOf(error))
      }
    },
  }
  return thread
}
