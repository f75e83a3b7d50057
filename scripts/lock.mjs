// One set-up at a time: a lock file with its holder's name in it, beating while the holder lives.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const BEAT_MS = 1_000
const POLL_MS = 200
/** A holder we cannot look up (another host or container sharing the folder) counts as gone after this long without a beat. */
const SILENCE_MS = 30_000

/**
 * Does the work while holding the lock; waits for another living holder, takes over from a dead one.
 * @template T
 * @param {string} file the lock file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${hostname()}\n`
  await acquire(file, mine)
  const release = () => read(file) === mine && rmSync(file, { force: true })
  const beat = setInterval(() => touch(file), BEAT_MS)
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
async function acquire(file, mine) {
  let told = false
  let lastBeat = 0
  let lastBeatAt = Date.now()
  while (!createExclusively(file, mine)) {
    const theirs = read(file)
    const beat = beatOf(file)
    if (beat !== lastBeat) {
      lastBeat = beat
      lastBeatAt = Date.now()
    }
    if (theirs !== undefined && (isDead(theirs) || Date.now() - lastBeatAt > SILENCE_MS)) {
      takeAway(file, theirs)
      continue
    }
    if (!told) console.log('Another process is setting Carillon up; waiting for it…')
    told = true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
function createExclusively(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * A pid says something only on its own host. A lock that cannot be read is being written just now: alive until it is silent.
 * Our own pid is that of an earlier process which had the same one, as every first process of a container has.
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
 * Removes the lock of a dead holder. Two waiters may try at once, so it is moved aside first and put back when it turns out to
 * be the lock of somebody who was quicker.
 * @param {string} file
 * @param {string} theirs
 */
function takeAway(file, theirs) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== theirs) linkSync(aside, file)
  } catch {
    // Somebody else has moved it.
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
function beatOf(file) {
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
    // Gone: release() will see it.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
