// A pool of threads. A thread starts when a task needs it, runs one task at a time, and ends after an idle period.

import { type TransferListItem, Worker } from 'node:worker_threads'
import { errorOf } from '../thrown.ts'
import { type FromThread, NEXT_PART } from './thread-messages.ts'

export interface ThreadPoolOptions {
  /** The module that runs in each thread. It calls `answerTasks`. */
  entry: URL
  /** The maximum number of threads. */
  most: number
  /** The maximum number of queued tasks. While this number of tasks is queued, the pool rejects further tasks. */
  maxQueued: number
  /** Milliseconds without a task, after which a thread ends. */
  idleFor: number
  /**
   * Milliseconds after which a running task is stopped by ending its thread. The time in which a new thread loads its
   * code does not count.
   */
  longest: number
  /** The heap limit of a thread, in megabytes. If a task exceeds it, only the thread of this task ends. */
  heap: number
  /**
   * The size of the notes of a thread: memory that the thread gets as `workerData` and writes to. If the thread ends
   * before its task is done, the error contains the notes.
   */
  notes?: number
}

export interface ThreadPool {
  /**
   * Runs a task and returns the pieces of its answer. Each piece arrives in a separate turn of the event loop. Rejects
   * with `ThreadsBusy`, `ThreadLost`, `TaskCancelled`, or the error of the task. If `signal` aborts before the task
   * begins, the task is cancelled.
   */
  run(task: unknown, transfer: TransferListItem[], signal?: AbortSignal): Promise<unknown[]>
  /** Ends all threads. All running and queued tasks are rejected with `ThreadLost`. */
  close(): Promise<void>
}

/** The task was rejected, because the queue of the pool is full. */
export class ThreadsBusy extends Error {
  override name = 'ThreadsBusy'
}

/** The thread ended before its task was done. A new thread runs the next task. */
export class ThreadLost extends Error {
  override name = 'ThreadLost'
  readonly notes: SharedArrayBuffer | undefined
  constructor(message: string, notes?: SharedArrayBuffer) {
    super(message)
    this.notes = notes
  }
}

/** The caller cancelled the task before it began. */
export class TaskCancelled extends Error {
  override name = 'TaskCancelled'
}

interface Task {
  task: unknown
  transfer: TransferListItem[]
  resolve: (pieces: unknown[]) => void
  reject: (error: Error) => void
}

/** Maximum number of milliseconds in which a new thread loads its code. */
const LONGEST_START = 60_000

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
    // The ended thread leaves a free place, so start a new thread for the next queued task.
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
  { entry, idleFor, longest, heap, notes: noteBytes }: ThreadPoolOptions,
  onFree: (thread: PoolThread) => void,
  onGone: (thread: PoolThread) => void,
): PoolThread {
  const notes = noteBytes === undefined ? undefined : new SharedArrayBuffer(noteBytes)
  const worker = new Worker(entry, { workerData: notes, resourceLimits: { maxOldGenerationSizeMb: heap } })
  let current: Task | undefined
  let pieces: unknown[] = []
  let timer: NodeJS.Timeout | undefined
  let isReady = false

  const limitTask = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void worker.terminate(), isReady ? longest : LONGEST_START).unref()
  }
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
    // First remove the thread from the pool, so that it gets no further task.
    onGone(thread)
    void worker.terminate()
  }
  const lose = (reason: string) => {
    clearTimeout(timer)
    current?.reject(new ThreadLost(reason, notes))
    current = undefined
    onGone(thread)
  }

  worker.on('message', (message: FromThread) => {
    if ('ready' in message) {
      isReady = true
      if (current) limitTask()
      return
    }
    if (!current) return
    if ('failed' in message) return end(new Error(message.failed))
    pieces.push(message.piece)
    if (message.isLast) return end(undefined)
    // Request the next piece in a later turn of the event loop, because a port delivers all pending messages in one
    // turn.
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
      limitTask()
      try {
        worker.postMessage({ task: task.task }, task.transfer)
      } catch (error) {
        // The task contains a value that cannot be copied, or a buffer that was already moved to another thread.
        end(errorOf(error))
      }
    },
  }
  return thread
}
