// The processes of a command: starts them, keeps them running, restarts them one after another, and stops them.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { firstOf } from '../lib/pairs.ts'
import { SECOND } from '../limits.ts'
import { type Child, childFile, type Failure, startChild } from './child.ts'
import { createProcessKeeper, type ProcessKeeper } from './keeper.ts'
import type { Ready } from './messages.ts'
import type { ChildRole, PlannedProcess } from './plan.ts'
import type { Totals } from './totals.ts'

export interface ClusterOptions {
  plan: PlannedProcess[]
  /** The port of the `api` processes. */
  port: number
  clock: Clock
  log: Logger
  /** Creates the metrics of all processes. Undefined if no client can read them. */
  createTotals: ((children: () => Child[], clock: Clock, log: Logger) => Totals) | undefined
  /** Called when no process of a role works and none can be started. */
  onFatal: (failure: Failure) => void
}

export interface Cluster {
  /** The metrics of all processes. */
  totals: Totals | undefined
  /**
   * Starts one process of each role. When all of them work, resolves with the addresses of the first process. If a
   * process fails, resolves with its failure.
   */
  startFirst(): Promise<Ready | Failure>
  /** Starts the other processes. */
  startOthers(): void
  /** Replaces all processes, one after another. */
  restart(): void
  /** Stops all processes and resolves when they have ended. */
  stop(): Promise<void>
  /** Kills all processes. */
  kill(): void
}

/**
 * Milliseconds in which a process must complete its work. An attempt takes up to 40 seconds. Service managers wait 60
 * seconds, and would then kill the parent too.
 */
const STOP_WITHIN = 55 * SECOND

export function createCluster(options: ClusterOptions): Cluster {
  const { plan, port, clock, log, createTotals, onFatal } = options
  const file = childFile()
  const children = new Set<Child>()
  const totals = createTotals?.(() => [...children], clock, log)
  const apis = plan.filter(({ role }) => role === 'api').length
  let isStopping = false
  let isRestarting = false
  let restartAgain = false

  const start = (planned: PlannedProcess) => {
    const child = startChild(
      file,
      { ...planned, port, apis },
      {
        readTotals: async () => (await totals?.text()) ?? '',
        onLastSamples: (from, samples) => totals?.onLastSamples(from, samples),
      },
    )
    children.add(child)
    void child.ended.then(() => {
      children.delete(child)
      totals?.onEnded(child)
    })
    return child
  }
  const stopChild = (child: Child, isReplaced: boolean) => stopInTime(options, child, isReplaced)
  const keepers = plan.map((planned) => ({
    role: planned.role,
    keeper: createProcessKeeper({
      start: () => start(planned),
      stop: stopChild,
      clock,
      log,
      onEnded: () => totals?.countExit(planned.role),
      onNotStarting: (failure) => {
        if (!isWorking(keepers, planned.role)) onFatal(failure)
      },
    }),
  }))
  const firstOfRoles = keepers.filter(({ role }, index) => keepers.findIndex((other) => other.role === role) === index)

  const restartAll = async () => {
    isRestarting = true
    do {
      restartAgain = false
      for (const { keeper } of keepers) if (!isStopping && (await keeper.replace()) === 'failed') break
    } while (restartAgain && !isStopping)
    isRestarting = false
  }

  return {
    totals,
    async startFirst() {
      const outcomes = await Promise.all(firstOfRoles.map(({ keeper }) => keeper.tryOpen()))
      return outcomes.find(({ kind }) => kind !== 'ready') ?? firstOf(outcomes)
    },
    startOthers() {
      for (const one of keepers) if (!firstOfRoles.includes(one)) one.keeper.open()
    },
    restart() {
      restartAgain = true
      if (!isRestarting) void restartAll()
    },
    async stop() {
      isStopping = true
      for (const { keeper } of keepers) keeper.close()
      await Promise.all([...children].map((child) => stopChild(child, false)))
      totals?.stop()
    },
    kill() {
      for (const child of children) child.kill()
    },
  }
}

/** Stops a process. Kills it if it does not end within STOP_WITHIN. */
async function stopInTime({ clock, log }: ClusterOptions, child: Child, isReplaced: boolean): Promise<void> {
  child.stop(isReplaced)
  const cancel = clock.after(STOP_WITHIN, () => {
    log.error({ role: child.role, child: child.pid, after: STOP_WITHIN }, 'a process did not stop; it is killed')
    child.kill()
  })
  await child.ended
  cancel()
}

function isWorking(keepers: { role: ChildRole; keeper: ProcessKeeper }[], role: ChildRole): boolean {
  return keepers.some((one) => one.role === role && one.keeper.isWorking())
}
