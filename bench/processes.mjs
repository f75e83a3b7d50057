// Processes: measures 1, 2 and 4 `api` processes and then 1 and 2 workers on one PostgreSQL. All processes share the
// cores of one machine. The clients of the `api` processes use one key, or a key for each process.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startClient } from './client.mjs'
import { fillQueue } from './fill-queue.mjs'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { processorTime, serverTime } from './processor-time.mjs'
import { report, rounded } from './progress.mjs'

/**
 * @typedef {{ perSecond: number, service: number, postgres: number }} Figures Messages per second, and microseconds of
 *   processor time per message.
 * @typedef {{ role: 'api' | 'worker', processes: number, keys: number, each?: true }} Case Each key belongs to another
 *   workspace. With `each`, each process has `CONNECTIONS` connections. Otherwise, all share this number.
 * @typedef {Case & { measured: Figures[] }} Line
 * @typedef {import('./installation.mjs').Postgres} Postgres
 * @typedef {{ pairs: number, seconds: number, warmUp: number, drains: number, messages: number }} Size
 */

const CONNECTIONS = 64
const PEOPLE = 1_000
const SETTLED_WITHIN = 120_000

/** @type {Case[]} */
const APIS = [
  { role: 'api', processes: 1, keys: 1 },
  { role: 'api', processes: 2, keys: 1 },
  { role: 'api', processes: 2, keys: 2 },
  { role: 'api', processes: 2, keys: 1, each: true },
  { role: 'api', processes: 4, keys: 1 },
  { role: 'api', processes: 4, keys: 4 },
]
/** @type {Case[]} */
const WORKERS = [
  { role: 'worker', processes: 1, keys: 1 },
  { role: 'worker', processes: 2, keys: 1 },
]

/**
 * @param {Postgres} postgres
 * @param {Size} size
 * @returns {Promise<Line[]>} A line for each case. All lines of a role have the same number of figures. Figures with
 *   the same index were measured in the same round.
 */
export async function measureProcesses(postgres, size) {
  return [...(await measureApis(postgres, size)), ...(await measureWorkers(postgres, size))]
}

/**
 * Measures single send requests. The service responds after it has committed and flushed the message. All processes run
 * during all measurements. A case with N processes sends requests only to the first N.
 * @param {Postgres} postgres
 * @param {Size} size
 */
async function measureApis(postgres, { pairs, seconds, warmUp }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const most = Math.max(...APIS.map(({ processes }) => processes))
  const clients = await Promise.all(Array.from({ length: most }, startClient))
  try {
    const first = await installation.start({ delivering: false })
    /** @type {string[]} */
    const keys = []
    for (let tenant = 0; tenant < most; tenant++) {
      const { key } = await makeTenant(first, provider.ready.url)
      await fill(first.url, key, PEOPLE, PEOPLE)
      keys.push(key)
    }
    await Promise.all([provider.ask({ release: true }), installation.stop()])
    const apis = await Promise.all(Array.from({ length: most }, () => installation.startRole('api')))

    /**
     * @param {Case} one
     * @param {number} duration seconds
     */
    const load = async ({ processes, keys: used, each }, duration) => {
      const connections = each ? CONNECTIONS : CONNECTIONS / processes
      const loads = apis.slice(0, processes).map(async ({ url }, index) => {
        const key = keys[index % used] ?? ''
        return clients[index]?.load({ url, key, connections, people: PEOPLE, seconds: duration })
      })
      const answered = (await Promise.all(loads)).filter((one) => one !== undefined)
      const sum = (/** @type {'answers' | 'perSecond'} */ name) => answered.reduce((total, one) => total + one[name], 0)
      return { messages: sum('answers'), perSecond: sum('perSecond') }
    }
    const measure = async (/** @type {Case} */ one) =>
      withProcessorTime(
        postgres,
        apis.slice(0, one.processes).map(({ pid }) => pid),
        () => load(one, seconds),
      )
    for (const one of warmUp > 0 ? APIS : []) await load(one, warmUp)
    return await measureCases(APIS, pairs, measure)
  } finally {
    await installation.remove()
    await Promise.all([provider.stop(), ...clients.map((client) => client.stop())])
  }
}

/**
 * Measures the delivery of queued messages through one connection.
 * @param {Postgres} postgres
 * @param {Size} size
 */
async function measureWorkers(postgres, { drains, messages }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const database = new pg.Client({ connectionString: installation.databaseUrl })
  await database.connect()
  try {
    /** @type {string | undefined} */
    let key
    /** @param {Case} one */
    const measure = async ({ processes }) => {
      const queued = await fillQueue(installation, provider, messages, async (service) => {
        key ??= (await makeTenant(service, provider.ready.url)).key
        await fill(service.url, key, messages, PEOPLE)
      })
      // The provider does not respond until all workers run, so the processor time does not include their start.
      await provider.ask({ hold: true })
      const workers = await Promise.all(Array.from({ length: processes }, () => installation.startRole('worker')))
      const pids = workers.map(({ pid }) => pid)
      const figures = await withProcessorTime(postgres, pids, async () => {
        await provider.ask({ expect: queued })
        await provider.ask({ release: true })
        const { perSecond } = await provider.ask({ wait: true })
        await untilSettled(database)
        return { messages: queued, perSecond }
      })
      await installation.stop()
      return figures
    }
    return await measureCases(WORKERS, drains, measure)
  } finally {
    await database.end()
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Measures all cases in turn. Every second round has the opposite order.
 * @param {Case[]} cases
 * @param {number} rounds
 * @param {(one: Case) => Promise<Figures>} measure
 * @returns {Promise<Line[]>}
 */
async function measureCases(cases, rounds, measure) {
  /** @type {Line[]} */
  const lines = cases.map((one) => ({ ...one, measured: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const line of round % 2 === 0 ? lines : lines.toReversed()) {
      const figures = await measure(line)
      line.measured.push(figures)
      const { perSecond, service, postgres } = figures
      const times = `${rounded(service)} µs of the service, ${rounded(postgres)} µs of PostgreSQL`
      report(`${nameOf(line)}: ${rounded(perSecond)} per second, ${times}`)
    }
  }
  return lines
}

/** @param {Case} one */
export function nameOf({ role, processes, keys, each }) {
  const roles = role === 'api' ? `\`api\` process${processes > 1 ? 'es' : ''}` : `worker${processes > 1 ? 's' : ''}`
  const ofKeys = `${keys > 1 ? ', a key each' : ', one key'}${each ? `, ${CONNECTIONS} connections each` : ''}`
  return `${processes} ${roles}${role === 'api' && processes > 1 ? ofKeys : ''}`
}

/**
 * @param {Postgres} postgres
 * @param {number[]} pids
 * @param {() => Promise<{ messages: number, perSecond: number }>} work
 * @returns {Promise<Figures>}
 */
async function withProcessorTime(postgres, pids, work) {
  const read = () => ({
    service: pids.reduce((sum, pid) => sum + processorTime(pid), 0),
    server: serverTime(postgres.pid()),
  })
  const before = read()
  const { messages, perSecond } = await work()
  const after = read()
  const perMessage = (/** @type {number} */ milliseconds) => (milliseconds * 1000) / messages
  return {
    perSecond,
    service: perMessage(after.service - before.service),
    postgres: perMessage(after.server - before.server),
  }
}

/**
 * Waits until no message is pending. Without this check, a service that loses messages could get a good result.
 * @param {pg.Client} database
 */
async function untilSettled(database) {
  const text = `select count(*)::int as n from deliveries where status in ('queued', 'sending')`
  for (const deadline = performance.now() + SETTLED_WITHIN; ; await pause(50)) {
    const { rows } = await database.query(text)
    if (rows[0]?.n === 0) return
    if (performance.now() > deadline) throw new Error(`${rows[0]?.n} messages are still pending`)
  }
}
