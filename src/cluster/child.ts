// A child process, as its parent sees it.
import cluster, { type Worker } from 'node:cluster'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../lib/thrown.ts'
import type { MetricSample } from '../meters.ts'
import { closeLostConnections } from './lost-connections.ts'
import { ANSWER_WITHIN, type Assignment, type Failed, isFromChild, type Ready, type ToChild } from './messages.ts'
import type { ChildRole } from './plan.ts'

/** The end of a process that reported no reason. `reason` is its signal, its exit status, or the error of its start. */
export interface Ended {
  kind: 'ended'
  role: ChildRole
  reason: string
  code: number
}

/** The reason why a process does not work. */
export type Failure = Failed | Ended

export interface Child {
  readonly role: ChildRole
  readonly pid: number | undefined
  /** Resolves when the process works, or when it has ended before that. */
  readonly started: Promise<Ready | Failure>
  readonly ended: Promise<Failure>
  /** Requests the process to complete its work and to end. */
  stop(isReplaced: boolean): void
  kill(): void
  /** Returns the metrics of the process, or undefined if the process does not answer in time. */
  readSamples(withInstallation: boolean): Promise<MetricSample[] | undefined>
}

export interface ChildHandlers {
  /**
   * Returns the metrics of all processes. Called when the child must answer a scrape. Logs an error before it rejects.
   */
  readTotals(): Promise<string>
  /** Called with the last metrics of a process that ends. */
  onLastSamples(child: Child, samples: MetricSample[]): void
}

/**
 * Returns the path of the file with the code of a child process. If the command was called through a symbolic link to
 * the folder of a version, the path contains this link. New processes then run the version to which the link points
 * when they start.
 */
export function childFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  const own = fileURLToPath(
    new URL(isSource ? '../cli/machine/child-process.ts' : './child-process.js', import.meta.url),
  )
  const linked = path.join(path.dirname(process.argv[1] ?? ''), '..', 'dist', path.basename(own))
  return existsSync(linked) && realpathSync(linked) === realpathSync(own) ? linked : own
}

/** Starts a process. `file` is its code. If the system refuses the process, returns a child that has ended. */
export function startChild(file: string, assignment: Assignment, handlers: ChildHandlers): Child {
  cluster.setupPrimary({ exec: file, args: [JSON.stringify(assignment)] })
  try {
    return describeChild(cluster.fork(), assignment.role, handlers)
  } catch (error) {
    return endedChild({ kind: 'ended', role: assignment.role, reason: messageOf(error), code: 1 })
  }
}

function endedChild(end: Ended): Child {
  const ended = Promise.resolve(end)
  const nothing = () => {}
  const readSamples = async () => undefined
  return { role: end.role, pid: undefined, started: ended, ended, stop: nothing, kill: nothing, readSamples }
}

function describeChild(worker: Worker, role: ChildRole, { readTotals, onLastSamples }: ChildHandlers): Child {
  closeLostConnections(worker)
  const waiting = new Map<number, (samples: MetricSample[]) => void>()
  let lastId = 0
  // A process that ends at the same time cannot receive the message. This is no error.
  const send = (message: ToChild) => void (worker.isConnected() && worker.send(message, () => {}))
  const ended = endOf(worker, role)
  const ready = new Promise<Ready>((resolve) =>
    worker.on('message', (message: unknown) => {
      if (isFromChild(message) && message.kind === 'ready') resolve(message)
    }),
  )
  const child: Child = {
    role,
    pid: worker.process.pid,
    started: Promise.race([ready, ended]),
    ended,
    stop: (isReplaced) => send({ kind: 'stop', isReplaced }),
    kill: () => void worker.process.kill('SIGKILL'),
    readSamples: (withInstallation) =>
      new Promise((resolve) => {
        const id = ++lastId
        const finish = (samples?: MetricSample[]) => {
          waiting.delete(id)
          clearTimeout(timer)
          resolve(samples)
        }
        const timer = setTimeout(finish, ANSWER_WITHIN)
        waiting.set(id, finish)
        void ended.then(() => finish())
        send({ kind: 'read-samples', id, withInstallation })
      }),
  }
  worker.on('message', (message: unknown) => {
    if (!isFromChild(message)) return
    if (message.kind === 'read-totals') {
      const { id } = message
      // Without an answer, the child answers the scrape with 503.
      readTotals().then(
        (text) => send({ kind: 'totals', id, text }),
        () => {},
      )
    }
    if (message.kind !== 'samples') return
    if (message.id === undefined) onLastSamples(child, message.samples)
    else waiting.get(message.id)?.(message.samples)
  })
  return child
}

/** Resolves when the process has ended and all its messages have arrived. */
function endOf(worker: Worker, role: ChildRole): Promise<Failure> {
  return new Promise((resolve) => {
    let failure: Failed | undefined
    worker.on('message', (message: unknown) => {
      if (isFromChild(message) && message.kind === 'failed') failure = message
    })
    worker.on('error', (error) => {
      // A running process continues after other errors, for example of a message that cannot be sent.
      if (worker.process.pid === undefined) resolve({ kind: 'ended', role, reason: messageOf(error), code: 1 })
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      const reason = signal === null ? `exit status ${code}` : `signal ${signal}`
      const end = () => resolve(failure ?? { kind: 'ended', role, reason, code: code ?? 1 })
      // Messages may arrive after the exit, until the link is closed.
      if (worker.isConnected()) worker.once('disconnect', end)
      else end()
    })
  })
}
