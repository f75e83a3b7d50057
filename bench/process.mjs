// Starts the processes of a benchmark. A process is either the service, or a part of the benchmark, which exchanges
// messages with it.
import { fork, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set()
// Kill the parts when this process ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts bench/`name`.mjs as a part. The first message from the part reports that it is ready. After that, the part
 * answers one message at a time.
 * @param {string} name
 * @param {object} settings Passed to the part as JSON, in its first argument.
 */
export async function startPart(name, settings) {
  const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
  const child = keep(fork(file, [JSON.stringify(settings)]))
  const ready = await answerOf(child, name)
  return {
    /** The message by which the part reported that it is ready. */
    ready,
    /**
     * @param {object} message
     * @returns {Promise<any>}
     */
    ask(message) {
      const answer = answerOf(child, name)
      child.send(message)
      return answer
    },
    stop: () => end(child, 'SIGKILL'),
  }
}

/**
 * Runs `carillon start`, and waits until the service listens.
 * @param {Record<string, string>} env
 */
export async function startCarillon(env) {
  const command = fileURLToPath(new URL('../bin/carillon.js', import.meta.url))
  const child = keep(
    spawn(process.execPath, [command, 'start'], {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_NETWORK: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        const found = /listens on (http:\S+)/.exec(output)?.[1]
        if (found) resolve(found)
      })
    }
    child.once('exit', (code) => reject(new Error(`carillon ended with code ${code}:\n${output}`)))
  })
  return {
    url,
    pid: /** @type {number} */ (child.pid),
    stop: () => end(child, 'SIGTERM'),
  }
}

/**
 * Returns a free port, for a program that needs its port number before it starts.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * @template {ChildProcess} Child
 * @param {Child} child
 */
function keep(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/**
 * @param {ChildProcess} child
 * @param {string} name
 * @returns {Promise<any>}
 */
function answerOf(child, name) {
  return new Promise((resolve, reject) => {
    /** @param {number | null} code */
    const onExit = (code) => reject(new Error(`bench/${name}.mjs ended with code ${code}`))
    child.once('exit', onExit)
    child.once('message', (/** @type {any} */ message) => {
      child.off('exit', onExit)
      if (message.error) reject(new Error(`${name}: ${message.error}`))
      else resolve(message)
    })
  })
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  if (!running.has(child)) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
