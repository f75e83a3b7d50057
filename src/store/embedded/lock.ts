// The lock of a data directory. Only one process can have it. The file with the highest number in the folder `lock`
// names the process that has the lock.
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../../lib/thrown.ts'

interface Owner {
  pid: number
  host: string
  /**
   * The boot and the PID namespace (Linux) in which the process id is valid, because each container has a separate
   * namespace.
   */
  space: string
  /**
   * Clock ticks from the boot to the start of the process (Linux). They distinguish the process from a later process
   * with the same id.
   */
  started: string | null
  since: string
}

/** The error if another process uses the data directory. */
export class DirectoryLocked extends Error {
  override name = 'DirectoryLocked'
}

const HEARTBEAT = 1000
const PATIENCE = 5000

/**
 * Takes the lock. Returns a function that releases it. Throws DirectoryLocked if another process has the lock. The
 * message of the error contains the id and the host of that process.
 *
 * The names of the lock files are numbers. A process takes the lock by creating the file with the next number. It uses
 * link(), which fails if the file exists, so only one of two processes succeeds. A process that has read the folder too
 * early may create a file with a number that is too low. A number is valid only while there is no higher number, so
 * such a process removes its file. When the lock is released, the last file is emptied and not deleted, so that the
 * numbers never start again.
 *
 * A process on this machine is found by its process id. A process in another container or on another machine changes
 * the time of its file regularly. A new process watches this file for up to `patience` milliseconds.
 */
export async function lockDirectory(directory: string, since: Date, patience = PATIENCE): Promise<() => void> {
  const folder = path.join(directory, 'lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `draft-${process.pid}-${Math.random().toString(36).slice(2)}`)
  writeFileSync(draft, JSON.stringify(describe(process.pid, since)), { mode: 0o600 })
  try {
    for (;;) {
      const newest = highest(folder)
      await refuseLiving(directory, path.join(folder, String(newest)), patience)
      const mine = path.join(folder, String(newest + 1))
      if (!create(mine, draft)) continue
      if (highest(folder) === newest + 1) {
        for (const number of numbers(folder))
          if (number <= newest) rmSync(path.join(folder, `${number}`), { force: true })
        return keep(mine)
      }
      rmSync(mine, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function numbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function highest(folder: string): number {
  return Math.max(0, ...numbers(folder))
}

/** Creates the file with its whole content, or does not create it. Returns false if the file already exists. */
function create(file: string, draft: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function keep(file: string): () => void {
  const beat = setInterval(() => {
    const now = new Date()
    // If the lock folder was deleted, ignore the error, because this error must not end the process.
    try {
      utimesSync(file, now, now)
    } catch {}
  }, HEARTBEAT)
  beat.unref()
  return () => {
    clearInterval(beat)
    try {
      truncateSync(file)
    } catch {}
  }
}

async function refuseLiving(directory: string, file: string, patience: number): Promise<void> {
  const owner = read(file)
  if (!owner || !(await isAlive(owner, file, patience))) return
  throw new DirectoryLocked(
    `The embedded database in ${directory} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}. Only one process can use it. Stop that process, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server, which any number of processes can use.`,
  )
}

/** Returns undefined if there is no file or if the file is empty. In both cases, no process has the lock. */
function read(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function isAlive({ pid, host, space, started }: Owner, file: string, patience: number): Promise<boolean> {
  const here = describe(process.pid, new Date())
  if (host === here.host && space === here.space) return isRunning(pid, started)
  const before = touched(file)
  for (let waited = 0; waited < patience; waited += HEARTBEAT / 4) {
    await pause(HEARTBEAT / 4)
    if (touched(file) !== before) return true
  }
  return false
}

function touched(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

function isRunning(pid: number, started: string | null): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

function describe(pid: number, since: Date): Owner {
  return { pid, host: os.hostname(), space: space(), started: startOf(pid), since: since.toISOString() }
}

function space(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

/**
 * Returns the start time of a process, which is field 22 of /proc/PID/stat. Returns 'ended' for a zombie process, and
 * null if there is no /proc.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}
