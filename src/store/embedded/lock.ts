// One process owns a data directory: the newest file in its `lock` folder says which, and a dead owner's does not count.
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
  /** The boot and process space (Linux) in which the pid means something: containers have one each. */
  space: string
  /** Clock ticks since boot at which the process started (Linux), so that a recycled pid is not mistaken for it. */
  started: string | null
  since: string
}

/** Another process holds the directory. */
export class DirectoryLocked extends Error {
  override name = 'DirectoryLocked'
}

const HEARTBEAT = 1000
const PATIENCE = 5000

/**
 * Takes the lock, or throws DirectoryLocked with a sentence that names the owner. Answers how to give it back.
 *
 * The files are numbered. The next number is taken by link(), which fails if it exists, so of two takers one wins; and
 * a number only counts while there is no higher one, so a taker who read the folder too early withdraws. The last file
 * stays behind, emptied, so that numbers never start again. An owner on this machine is asked for by its pid; one in
 * another container or on another machine shows that it lives by touching its file, which takes `patience` ms to see.
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

/** The file comes to be with its content, whole, or not at all. */
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
    // A folder that was removed under us is no reason to end the process.
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
    `The embedded database in ${directory} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}. It serves one process: stop that one first, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server, which serves any number.`,
  )
}

/** No file, or an emptied one: nobody. */
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

/** Field 22 of /proc/PID/stat, 'ended' for one that is dead but not yet buried; null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}
