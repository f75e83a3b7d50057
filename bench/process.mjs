// Starts the processes of a benchmark. A process is either the service, or a part of the benchmark, which exchanges
// messages with it.
import { fork, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { end, keep } from './cleanup.mjs'

/** `npm start`, the container image and the systemd units set the same values. */
const MEMORY = { MALLOC_TRIM_THRESHOLD_: '1048576', NODE_OPTIONS: '--max-semi-space-size=8' }

/**
 * Starts bench/`name`.mjs as a part. The first message from the part reports that it is ready. After that, the part
 * answers one message at a time.
 * @param {string} name
 * @param {object} settings Passed to the part as JSON, in its first argument.
 * @param {string} [program] The path of the `node` program that runs the process.
 */
export async function startPart(name, settings, program = process.execPath) {
  const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
  const child = keep(fork(file, [JSON.stringify(settings)], { execPath: program }))
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
 * Runs the command `carillon` in the given role, and waits until the process reports that it is ready.
 * @param {Record<string, string>} env
 * @param {'start' | 'api' | 'worker'} role
 * @param {string} [program] The path of the `node` program that runs the process.
 */
export async function startCarillon(env, role, program = process.execPath) {
  const command = fileURLToPath(new URL('../bin/carillon.js', import.meta.url))
  const child = keep(
    spawn(program, [command, role, '--json'], {
      env: { PATH: process.env.PATH, ...MEMORY, PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_NETWORK: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        const line = /^\{"url":.*\}$/m.exec(output)?.[0]
        if (line) resolve(JSON.parse(line).url ?? '')
      })
    }
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`carillon ${role} ended with code ${code}:\n${output}`)))
  })
  return {
    /** A worker has no URL. */
    url,
    pid: child.pid ?? Number.NaN,
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
 * @param {import('node:child_process').ChildProcess} child
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
