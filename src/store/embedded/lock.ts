// One process owns a data directory: a file says which, and a dead owner's file does not count.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

interface Owner {
  pid: number
  host: string
  /** Clock ticks since boot at which the process started (Linux), so that a recycled pid is not mistaken for it. */
  started: string | null
  since: string
}

/** Another process holds the directory. */
export class DirectoryLocked extends Error {
  override name = 'DirectoryLocked'
}

/** Takes the lock, or throws DirectoryLocked with a sentence that names the owner. Answers how to give it back. */
export function lockDirectory(directory: string, since: Date): () => void {
  const file = path.join(directory, 'lock')
  const mine: Owner = {
    pid: process.pid,
    host: os.hostname(),
    started: startOf(process.pid),
    since: since.toISOString(),
  }
  for (let round = 0; round < 5; round++) {
    if (create(file, mine)) return () => rmSync(file, { force: true })
    const owner = read(file)
    if (owner && isAlive(owner)) {
      throw new DirectoryLocked(
        `The embedded database in ${directory} is in use by process ${owner.pid} since ${owner.since}. It serves one process: stop that one first, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL server, which serves any number.`,
      )
    }
    if (owner) removeDead(file, owner)
  }
  throw new DirectoryLocked(
    `The lock file ${file} can't be taken. If no Carillon process runs on this directory, remove it.`,
  )
}

function create(file: string, owner: Owner): boolean {
  // Written whole under another name first, so that nobody ever reads half an owner; link() fails if the lock exists.
  const draft = `${file}.${owner.pid}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

/** Moves the dead owner's file aside, and back should it turn out to be somebody else's, who was quicker. */
function removeDead(file: string, dead: Owner): void {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = read(aside)
  if (moved && (moved.pid !== dead.pid || moved.since !== dead.since)) renameSync(aside, file)
  else rmSync(aside, { force: true })
}

function isAlive({ pid, host, started }: Owner): boolean {
  // Another machine's process can't be asked: its lock stands.
  if (host !== os.hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

/** Field 22 of /proc/PID/stat; null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
