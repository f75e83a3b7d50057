// Runs child processes for scripts. Stops them when the script receives a signal.
import { spawn } from 'node:child_process'

const TERM_GRACE_MS = 2_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program until it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions}} [options]
 * @returns {Promise<{code: number, output: string}>} The exit code of the program, or 128 if a signal ended it. Also
 *   its output, if `stdio` has pipes.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Use a separate process group, so that a signal to the child also reaches the processes that the child has
    // started.
    const child = spawn(command, args, { stdio: 'inherit', ...options, detached: process.platform !== 'win32' })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 128, output })
    })
  })
}

/**
 * Handles the signals SIGINT, SIGTERM and SIGHUP: stops the running programs, and then exits with the code 128 + the
 * number of the signal.
 * @returns {() => void} A function that removes the handlers.
 */
export function stopChildrenOnSignals() {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
  const handlers = Object.entries(numbers).map(([signal, number]) => {
    const handler = () => {
      const done = () => process.exit(128 + number)
      if (running.size === 0) return done()
      for (const child of running) {
        child.on('close', () => running.size === 0 && done())
        signalGroup(child, 'SIGTERM')
      }
      setTimeout(() => {
        for (const child of running) signalGroup(child, 'SIGKILL')
        done()
      }, TERM_GRACE_MS)
    }
    process.on(signal, handler)
    return { signal, handler }
  })
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The program has already exited.
  }
}
