// The processes of a command, and their shares of the database connections.
import { type Config, ConfigError } from '../config.ts'
import { counted } from '../lib/text/plural.ts'
import { CONNECTIONS, type ProcessRole } from '../process-role.ts'

export type ChildRole = Exclude<ProcessRole, 'start'>

export interface PlannedProcess {
  role: ChildRole
  /** Maximum number of database connections, without the one for LISTEN. */
  databasePool: number
}

/** Maximum number of processes of a role. */
const MOST_PROCESSES = 64
/** Each of several processes gets this number of connections, unless DATABASE_POOL is set. */
const USUAL_SHARE = 5
/** By default, PostgreSQL permits 100 connections. The rest is for LISTEN and for other programs. */
const MOST_BY_DEFAULT = 80
/** A process with one connection could not read a key while it stores messages. */
const LEAST_SHARE = 2

/**
 * Returns the child processes of a command, with the `api` processes first. Returns undefined if the command runs in one
 * process without children. `cores` returns the number of processor cores. Throws ConfigError if the settings contradict
 * each other.
 */
export function planProcesses(command: ProcessRole, config: Config, cores: () => number): PlannedProcess[] | undefined {
  const numbers = { api: config.apiProcesses, worker: config.workerProcesses }
  const used: ChildRole[] = command === 'start' ? ['api', 'worker'] : [command]
  const share = () => Math.min(MOST_PROCESSES, Math.ceil(cores() / used.length))
  const roles = used.flatMap((role) => {
    const count = numbers[role] === 'auto' ? share() : numbers[role]
    return Array.from({ length: count }, () => role)
  })
  if (roles.length === used.length) return undefined
  if (config.databaseUrl === undefined) throw new ConfigError(embedded)
  const total = config.databasePool ?? defaultTotal(roles.length)
  const least = Math.floor(total / roles.length)
  if (least < LEAST_SHARE) throw new ConfigError(tooFew(total, roles.length))
  const rest = total % roles.length
  return roles.map((role, index) => ({ role, databasePool: index < rest ? least + 1 : least }))
}

/** Returns the maximum number of connections of several processes if DATABASE_POOL is not set. */
function defaultTotal(processes: number): number {
  return Math.max(CONNECTIONS, LEAST_SHARE * processes, Math.min(MOST_BY_DEFAULT, USUAL_SHARE * processes))
}

const embedded =
  'API_PROCESSES or WORKER_PROCESSES starts several processes, but the embedded database serves a single process. Set DATABASE_URL to a PostgreSQL server, or remove both settings.'

const tooFew = (total: number, processes: number) =>
  `DATABASE_POOL permits ${counted(total, 'connection')}, but ${counted(processes, 'process', 'processes')} need at least ${LEAST_SHARE * processes}. Set DATABASE_POOL to ${USUAL_SHARE * processes}, or start fewer processes with API_PROCESSES and WORKER_PROCESSES.`
