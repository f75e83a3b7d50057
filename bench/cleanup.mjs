// Keeps the processes and folders of the benchmarks. Ends the processes and removes the folders when the command exits.
import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** A killed process may write files for a moment longer, so the removal of its folder is repeated. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }

/** @type {Set<ChildProcess>} */
const running = new Set()
/** @type {Set<string>} */
const folders = new Set()

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, REMOVAL)
})

/**
 * Ends the process when the command exits.
 * @template {ChildProcess} Child
 * @param {Child} child
 * @returns {Child}
 */
export function keep(child) {
  running.add(child)
  for (const event of ['exit', 'error']) child.once(event, () => running.delete(child))
  return child
}

/**
 * Ends a process, and waits until it has ended.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @returns {Promise<unknown>}
 */
export function end(child, signal) {
  if (!running.has(child)) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}

/**
 * Creates a folder for temporary files. The folder is removed when the command exits.
 * @param {string} prefix
 * @returns {string} The path of the folder.
 */
export function makeFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  folders.add(folder)
  return folder
}

/** @param {string} folder */
export async function removeFolder(folder) {
  await rm(folder, REMOVAL)
  folders.delete(folder)
}
