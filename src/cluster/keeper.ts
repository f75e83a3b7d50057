// Keeps one process running: starts another process when it ends, and replaces it on request.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Child, Failure } from './child.ts'
import type { Ready } from './messages.ts'

export interface ProcessKeeper {
  /** Whether the process has started and works. */
  isWorking(): boolean
  /** Starts a process, unless `close` was called. */
  open(): void
  /** Starts a process and resolves when it works or has failed. After a failure, no other process is started. */
  tryOpen(): Promise<Ready | Failure>
  /** Starts another process. When it works, stops the previous one. Resolves when the previous process has ended. */
  replace(): Promise<'replaced' | 'failed'>
  /** From now on, starts no process. */
  close(): void
}

export interface KeeperOptions {
  start: () => Child
  /** Stops a process and resolves at its end. */
  stop: (child: Child, isReplaced: boolean) => Promise<void>
  clock: Clock
  log: Logger
  /** Called when a process has ended unexpectedly. */
  onEnded: () => void
  /** Called when MOST_STARTS or more consecutive processes failed before they worked. */
  onNotStarting: (failure: Failure) => void
}

const FIRST_WAIT = 0.25 * SECOND
const LONGEST_WAIT = 30 * SECOND
/** If a process has worked for this time, its end is no failed start, and the next wait is short again. */
const STABLE_AFTER = MINUTE
const MOST_STARTS = 5

export function createProcessKeeper(options: KeeperOptions): ProcessKeeper {
  const { start, stop, clock, log, onEnded, onNotStarting } = options
  let current: Child | undefined
  let replacement: Child | undefined
  let isWorking = false
  let isClosed = false
  let cancelWait = () => {}
  /** Number of consecutive processes that ended soon after their start. */
  let shortRuns = 0
  /** Number of consecutive processes that ended before they worked. */
  let failedStarts = 0

  const adopt = (child: Child, works = false) => {
    current = child
    isWorking = works
    const startedAt = clock.now()
    void child.started.then(({ kind }) => {
      if (child !== current || kind !== 'ready') return
      isWorking = true
      failedStarts = 0
    })
    void child.ended.then((failure) => {
      if (child === current && !isClosed) onUnexpectedEnd(child, failure, startedAt)
    })
  }
  const onUnexpectedEnd = ({ role, pid }: Child, failure: Failure, startedAt: Date) => {
    failedStarts = isWorking ? 0 : failedStarts + 1
    shortRuns = clock.now().getTime() - startedAt.getTime() < STABLE_AFTER ? shortRuns + 1 : 1
    current = undefined
    isWorking = false
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (shortRuns - 1))
    log.error({ role, child: pid, reason: failure.reason, wait }, 'a process ended unexpectedly; another one starts')
    onEnded()
    if (failedStarts >= MOST_STARTS) onNotStarting(failure)
    if (replacement === undefined) startAfter(wait)
  }
  const startAfter = (wait: number) => {
    cancelWait()
    cancelWait = clock.after(wait, () => {
      if (!isClosed && current === undefined) adopt(start())
    })
  }

  return {
    isWorking: () => isWorking,
    open() {
      if (!isClosed) adopt(start())
    },
    async tryOpen() {
      const first = start()
      const outcome = await first.started
      if (outcome.kind === 'ready' && !isClosed) adopt(first, true)
      return outcome
    },
    async replace() {
      const previous = current
      // The keeper already starts another process.
      if (previous === undefined || isClosed) return 'replaced'
      replacement = start()
      const { role, pid } = replacement
      const outcome = await replacement.started
      const child = replacement
      replacement = undefined
      if (isClosed) return 'failed'
      if (outcome.kind !== 'ready') {
        log.error({ role, child: pid, reason: outcome.reason }, 'a new process failed; the previous one continues')
        if (current === undefined) startAfter(FIRST_WAIT)
        return 'failed'
      }
      adopt(child, true)
      await stop(previous, true)
      log.info({ role, child: pid, previous: previous.pid }, 'replaced a process')
      return 'replaced'
    },
    close() {
      isClosed = true
      cancelWait()
    },
  }
}
