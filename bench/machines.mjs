// Machines: measures 1, 2 and 4 `api` processes behind a plain TCP load balancer, and then 1, 2 and 4 workers. All
// processes use one PostgreSQL and share the cores of one machine. The figures show how many processes are useful on
// one machine. They do not show the throughput of several machines.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { fill, makeTenant } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ processes: number, accepted: number, drained: number }} Line The messages per second. */

const COUNTS = [1, 2, 4]
const CONNECTIONS = 64
const PEOPLE = 1_000
const WITHIN = 600_000

/** @type {Set<ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * @param {import('./installation.mjs').Postgres} postgres
 * @param {{ seconds: number, messages: number }} size
 * @returns {Promise<string>} A Markdown table of messages per second.
 */
export async function measureMachines(postgres, size) {
  /** @type {Line[]} */
  const lines = []
  for (const processes of COUNTS) {
    const line = await measure(postgres, processes, size)
    report(`${processes} of each: ${rounded(line.accepted)} accepted, ${rounded(line.drained)} delivered per second`)
    lines.push(line)
  }
  return tableOf(lines)
}

/**
 * @param {import('./installation.mjs').Postgres} postgres
 * @param {number} processes
 * @param {{ seconds: number, messages: number }} size
 * @returns {Promise<Line>}
 */
async function measure(postgres, processes, { seconds, messages }) {
  const name = `machines_${processes}`
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-machines-'))
  const env = { DATABASE_URL: await postgres.createDatabase(name), DATA_DIR: dataDir }
  const provider = await startPart('parts/provider', {})
  try {
    const first = await startRole('start', { ...env, WORKER_SLOTS: '1' })
    const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const { key } = await makeTenant({ url: first.url, token }, provider.ready.url)
    await fill(first.url, key, PEOPLE, PEOPLE)
    await provider.ask({ release: true })
    await end(first.child)
    const apis = await Promise.all(Array.from({ length: processes }, () => startRole('api', env)))
    const balancer = await startBalancer(apis.map(({ url }) => Number(new URL(url).port)))
    const accepted = await accept(balancer.url, key, seconds)
    await fill(balancer.url, key, messages, PEOPLE)
    balancer.stop()
    await Promise.all(apis.map(({ child }) => end(child)))
    return { processes, accepted, drained: await drain(env, processes) }
  } finally {
    await Promise.all([...[...running].map(end), provider.stop()])
    await postgres.dropDatabase(name)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Measures single send requests. The service responds after it has committed and flushed the message.
 * @param {string} url
 * @param {string} key
 * @param {number} seconds
 */
async function accept(url, key, seconds) {
  const client = await startPart('parts/client', { url, key, connections: CONNECTIONS, people: PEOPLE })
  await client.ask({ seconds: seconds / 4 })
  const { perSecond } = await client.ask({ seconds })
  await client.stop()
  return /** @type {number} */ (perSecond)
}

/**
 * Measures the delivery of all pending messages, from the first settled message to the last.
 * @param {Record<string, string>} env
 * @param {number} processes
 */
async function drain(env, processes) {
  const database = new pg.Client({ connectionString: env.DATABASE_URL })
  await database.connect()
  const countPending = async () => {
    const { rows } = await database.query(
      `select count(*)::int as n from deliveries where status in ('queued', 'sending')`,
    )
    return /** @type {number} */ (rows[0].n)
  }
  const all = await countPending()
  const workers = Array.from({ length: processes }, () => startRole('worker', env))
  let left = all
  let started = 0
  let count = 0
  for (const deadline = performance.now() + WITHIN; left > 0; left = await countPending()) {
    if (performance.now() > deadline) throw new Error(`${left} messages are still pending`)
    if (started === 0 && left < all) {
      started = performance.now()
      count = left
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const perSecond = (count / (performance.now() - started)) * 1000
  await database.end()
  for (const worker of workers) await end((await worker).child)
  return perSecond
}

/**
 * Starts a load balancer. It assigns new connections to the processes in turn, and forwards the bytes unchanged.
 * @param {number[]} ports
 */
async function startBalancer(ports) {
  let next = 0
  const server = createServer((from) => {
    const to = connect(/** @type {number} */ (ports[next++ % ports.length]), '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ]) {
      one?.setNoDelay(true).on('error', () => other?.destroy())
      if (other) one?.pipe(other)
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

/**
 * Starts a process of the service in the given role, and waits until the process reports that it is ready.
 * @param {'start' | 'api' | 'worker'} role
 * @param {Record<string, string>} env
 * @returns {Promise<{ child: ChildProcess, url: string }>}
 */
function startRole(role, env) {
  const command = fileURLToPath(new URL('../bin/carillon.js', import.meta.url))
  const child = keep(
    spawn(process.execPath, [command, role], {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_NETWORK: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        const url = /listens on (http:\S+)/.exec(output)?.[1]
        if (url || output.includes('Delivering.')) resolve({ child, url: url ?? '' })
      })
    }
    child.once('exit', (code) => reject(new Error(`carillon ${role} ended with code ${code}:\n${output}`)))
  })
}

/** @param {ChildProcess} child */
function keep(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** @param {ChildProcess} child */
function end(child) {
  if (!running.has(child)) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}

/** @param {Line[]} lines */
function tableOf(lines) {
  const [one] = lines
  const times = (/** @type {number} */ value, /** @type {number | undefined} */ single) =>
    `${rounded(value)} (${(value / (single || 1)).toFixed(2)})`
  return [
    `| processes of each role, ${availableParallelism()} cores | accepted per second | delivered per second |`,
    '|---:|---:|---:|',
    ...lines.map(
      ({ processes, accepted, drained }) =>
        `| ${processes} | ${times(accepted, one?.accepted)} | ${times(drained, one?.drained)} |`,
    ),
  ].join('\n')
}
