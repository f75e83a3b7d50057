// The messages between the parent process of a command and its child processes. After an upgrade, a parent may start
// processes of the next version, so messages of one version must work with the next one. Unknown messages are ignored.
import type { MetricSample } from '../meters.ts'
import type { PlannedProcess } from './plan.ts'

/** The work of a child process. The parent passes it as the first argument. */
export interface Assignment extends PlannedProcess {
  port: number
  /** The number of child processes that serve HTTP. */
  apis: number
}

/** The addresses of a process that serves requests or delivers messages. */
export interface Ready {
  kind: 'ready'
  /** Absent in the role `worker`. */
  url?: string | undefined
  publicUrl: string
}

/** The reason why a process cannot continue. `code` is the exit code of the command. */
export interface Failed {
  kind: 'failed'
  reason: string
  code: number
}

/** Milliseconds in which a process must return its metrics. A busy process answers a scrape within a second. */
export const ANSWER_WITHIN = 2000

/** The answer to ReadSamples. A process that ends also sends its last values, without an id. */
export interface Samples {
  kind: 'samples'
  id?: number
  samples: MetricSample[]
}

export type FromChild = Ready | Failed | Samples | { kind: 'read-totals'; id: number }

export type ToChild =
  | { kind: 'stop'; isReplaced: boolean }
  | { kind: 'read-samples'; id: number; withInstallation: boolean }
  | { kind: 'totals'; id: number; text: string }

export function isFromChild(message: unknown): message is FromChild {
  return hasKind(message, ['ready', 'failed', 'samples', 'read-totals'])
}

export function isToChild(message: unknown): message is ToChild {
  return hasKind(message, ['stop', 'read-samples', 'totals'])
}

/** Other code in a process may also send messages, for example a library that runs processes. */
function hasKind(message: unknown, kinds: string[]): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && kinds.includes(String(message.kind))
}
