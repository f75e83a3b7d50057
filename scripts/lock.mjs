// A lock file that allows only one setup at a time. The file contains the process id and the host of the process that
// holds the lock. This process (the holder) renews the file regularly.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const RENEWAL_MS = 1_000
const POLL_MS = 200
/**
 * Time in milliseconds. If a holder on another host or in another container has not renewed the lock for this time, it
 * counts as dead.
 */
const EXPIRY_MS = 30_000

/**
 * Runs the work while it holds the lock. Waits while another running process holds the lock. If the holder is dead,
 * takes over the lock.
 * @template T
 * @param {string} file The lock file.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  const ownContent = `${process.pid} ${hostname()}\n`
  await acquire(file, ownContent)
  const release = () => read(file) === ownContent && rmSync(file, { force: true })
  const renewal = setInterval(() => touch(file), RENEWAL_MS)
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    process.off('exit', release)
    release()
  }
}

/**
 * @param {string} file
 * @param {string} ownContent
 */
async function acquire(file, ownContent) {
  let announced = false
  let lastRenewal = 0
  let seenAt = Date.now()
  while (!createExclusively(file, ownContent)) {
    const holder = read(file)
    const renewal = renewalOf(file)
    if (renewal !== lastRenewal) {
      lastRenewal = renewal
      seenAt = Date.now()
    }
    if (holder !== undefined && (isDead(holder) || Date.now() - seenAt > EXPIRY_MS)) {
      removeLock(file, holder)
      continue
    }
    if (!announced) console.log('Waiting for another process that installs or builds Carillon…')
    announced = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * @param {string} file
 * @param {string} content
 */
function createExclusively(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Returns true if the holder was a process of this host and has ended. If the content is incomplete, the holder counts
 * as alive, because it may still be writing the file. If the file contains our process id, an earlier process wrote it:
 * the first processes of all containers have the same id.
 * @param {string} holder
 */
function isDead(holder) {
  const [, pid, host] = /^(\d+) (.+)\n$/.exec(holder) ?? []
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/**
 * Removes the lock of a dead holder. Meanwhile, another process may have replaced the lock. The function therefore
 * first moves the file aside, and moves it back if its content is different.
 * @param {string} file
 * @param {string} holder
 */
function removeLock(file, holder) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== holder) linkSync(aside, file)
  } catch {
    // Another process has already moved the file.
  }
  rmSync(aside, { force: true })
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} file */
function renewalOf(file) {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The lock file does not exist any more. release() handles this case.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
