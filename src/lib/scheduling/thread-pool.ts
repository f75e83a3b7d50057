// A pool of threads: they start with the first task, run one task at a time, and end after an idle period.

import { type TransferListItem, Worker } from 'node:worker_threads'
import { errorOf } from '../thrown.ts'
import { type FromThread, NEXT_PART } from './thread-messages.ts'

export interface ThreadPoolOptions {
  /** The module that the threads run; it calls `answerTasks`. */
  entry: URL
  /** The maximum number of threads. */
  most: number
  /** The maximum number of queued tasks. Further tasks are rejected. */
  maxQueued: number
  /** Milliseconds without a task after which a thread ends. */
  idleFor: number
  /** Milliseconds after which a task's thread is terminated. */
  longest: number
  /** The heap limit of a thread in megabytes. A task that exceeds it ends only its thread. */
  heap: number
}

export interface ThreadPool {
  /**
   * Runs a task and resolves with the pieces of its answer. Each piece is received in a separate turn of the event
   * loop. Rejects with ThreadsBusy, ThreadLost, TaskCancelled, or the error of the task. If `signal` aborts while the
   * task is queued, the task is cancelled.
   */
  run(task: unknown, transfer: TransferListItem[], signal?: AbortSignal): Promise<unknown[]>
  /** Terminates all threads. Running and queued tasks are rejected with ThreadLost. */
  close(): Promise<void>
}

/** The queue of the pool is full. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
}

/** The thread ended before the task was done. The next task gets a new thread. */
export class ThreadLost extends Error {
  override name = 'ThreadLost'
}

/** The caller cancelled the task before a thread began it. */
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
  /** Begins a task. The thread must be idle. */
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
    // A queued task gets a new thread in place of this one.
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
        if (isClosed) return reject(new ThreadLost('the thread pool was closed'))
        if (signal?.aborted) return reject(new TaskCancelled('the task was cancelled before it began'))
        const queued = { task, transfer, resolve, reject }
        const free = idle.pop()
        if (free) free.begin(queued)
        else if (threads.size < options.most) start().begin(queued)
        else if (queue.length < options.maxQueued) {
          queue.push(queued)
          signal?.addEventListener('abort', () => cancelQueued(queued), { once: true })
        } else reject(new ThreadsBusy(`${queue.length} tasks are queued`))
      }),
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new ThreadLost('the thread pool was closed'))
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
    // Remove the thread from the pool first, so that it gets no further task.
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
    // A port delivers all pending messages in one turn, so request the next piece in a later turn.
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
        // The task has a value that cannot be copied, or a buffer that was already transferred.
        end(errorOf(error))
      }
    },
  }
  return thread
}
