// The client of the accept benchmarks: `wrk` if it is installed, otherwise a client in JavaScript. The client runs on
// the cores of the measured server, and `wrk` needs the least processor time.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { keep } from './cleanup.mjs'
import { startPart } from './process.mjs'

/**
 * @typedef {object} Load Send requests over keep-alive connections. Each request has its own idempotency key, and goes
 *   to the next recipient.
 * @property {string} url
 * @property {string} key
 * @property {number} connections
 * @property {number} people Number of recipients.
 * @property {number} seconds `wrk` runs for whole seconds: this number is rounded, and is at least 1.
 *
 * @typedef {{ answers: number, perSecond: number }} Answered
 * @typedef {{ load: (load: Load) => Promise<Answered>, stop: () => Promise<unknown> }} Client
 */

const SCRIPT = fileURLToPath(new URL('./parts/client.lua', import.meta.url))

/**
 * @returns {{ name: string, reason?: string }} The name of the client, and the reason why it is not `wrk`.
 */
export function clientName() {
  const version = wrkVersion()
  if (version !== undefined) return { name: `wrk ${version}` }
  const effect = 'The client in JavaScript takes more processor time, so the ratios are better than with `wrk`.'
  return { name: 'a program in JavaScript', reason: `\`wrk\` is not installed on this machine. ${effect}` }
}

/** @returns {Promise<Client>} */
export async function startClient() {
  return wrkVersion() === undefined ? startNodeClient() : { load: loadWithWrk, stop: async () => undefined }
}

/** Returns the installed version of `wrk`, or undefined. */
export function wrkVersion() {
  const { stdout } = spawnSync('wrk', ['--version'], { encoding: 'utf8' })
  return /^wrk \D*(\d+(?:\.\d+)*)/.exec(stdout ?? '')?.[1]
}

/**
 * Starts the client in JavaScript, in its own process.
 * @returns {Promise<Client>}
 */
export async function startNodeClient() {
  const part = await startPart('parts/client', {})
  return { load: (load) => part.ask(load), stop: part.stop }
}

/**
 * Runs `wrk` once. Throws if a request failed.
 * @param {Load} load
 * @returns {Promise<Answered>}
 */
export async function loadWithWrk({ url, key, connections, people, seconds }) {
  const duration = `${Math.max(1, Math.round(seconds))}s`
  const options = ['--threads', '1', '--connections', String(connections), '--duration', duration]
  const run = randomBytes(8).toString('hex')
  const args = [...options, '--timeout', '30s', '--script', SCRIPT, url, '--', key, String(people), run]
  const child = keep(spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] }))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const [answers, microseconds, failures] = (/^answers (\d+) (\d+) (\d+)$/m.exec(output) ?? []).slice(1).map(Number)
  if (answers === undefined || microseconds === undefined || failures !== 0)
    throw new Error(`Requests of wrk to ${url} failed:\n${output.replaceAll(key, '…')}`)
  return { answers, perSecond: (answers / microseconds) * 1_000_000 }
}
