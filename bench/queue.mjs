// Queue: measures the time of a claim from a long queue, and the latency of one message while other workspaces have
// long queues.
import pg from 'pg'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { timeMessages } from './latency.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

/** Number of messages in a short queue. */
const SHORT = 1_000
const CLAIMS = 50
const DAY = 24 * 60 * 60 * 1000

/**
 * @typedef {import('./accept.mjs').Pair} Pair
 * @typedef {{ pairs: number, queued: number, workspaces: number, scheduled: number, held: number }} Size
 * @typedef {{ claims: Pair[], fairness: Map<string, Pair[]> }} Waits Times in milliseconds.
 *   The pairs in `claims` compare a claim from the long queue (`ours`) with a claim from the short queue (`other`). The
 *   pairs in `fairness` are the times from a send request to the arrival of its message at the provider, for each load.
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {Size} size
 * @returns {Promise<Waits>}
 */
export async function measureQueue(postgres, size) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/stamped', {})
  try {
    const service = await installation.start({ delivering: false })
    const many = await makeTenant(service, provider.ready.url)
    const { key } = await makeTenant(service, provider.ready.url)
    // All other messages are copies of this message.
    const scheduled_for = new Date(Date.now() + DAY).toISOString()
    await fill(service.url, many.key, 1, 1, { channel: 'discord', scheduled_for })
    await installation.stop()

    const claims = await measureClaims(installation, size)
    /** @type {Waits['fairness']} */
    const fairness = new Map()
    const note = async (/** @type {string} */ load, /** @type {string} */ url) =>
      fairness.set(load, await measureWaits({ url, key, provider }, load, size.pairs))
    const load = `${rounded(size.queued)} pending messages of another workspace`
    await note(load, await startDelivering(installation, provider))
    await installation.stop()

    await enlarge(installation, size)
    const url = await startDelivering(installation, provider)
    await note(`these, ${rounded(size.workspaces)} workspaces and ${rounded(size.scheduled)} scheduled messages`, url)
    if (installation.databaseUrl !== undefined) {
      const release = await holdSnapshot(installation.databaseUrl, size.held)
      await note(`these and a snapshot held for ${size.held} s`, url)
      await release()
    }
    return { claims, fairness }
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareInstallation>>} installation
 * @param {Size} size
 */
async function measureClaims({ databaseUrl: url, dataDir }, { pairs, queued }) {
  const database = await startPart('parts/database', { url, dataDir })
  /** @param {number} length */
  const claimsOf = async (length) => {
    await database.ask({ queued: length })
    report(`${rounded(length)} queued`)
    await database.ask({ claims: CLAIMS })
    /** @type {number[]} */
    const taken = []
    for (let pair = 0; pair < pairs; pair++) taken.push((await database.ask({ claims: CLAIMS })).milliseconds)
    return taken
  }
  const short = await claimsOf(SHORT)
  const long = await claimsOf(queued)
  await database.ask({ close: true })
  await database.stop()
  return long.map((ours, pair) => ({ ours, other: short[pair] ?? Number.NaN }))
}

/**
 * Starts the service. Returns its URL after the service has started to deliver the long queue.
 * @param {Awaited<ReturnType<typeof prepareInstallation>>} installation
 * @param {import('./accept.mjs').Part} provider
 */
async function startDelivering(installation, provider) {
  const received = async () => /** @type {number} */ ((await provider.ask({ others: true })).others)
  const before = await received()
  const { url } = await installation.start({ delivering: true })
  while ((await received()) < before + SHORT) await new Promise((resolve) => setTimeout(resolve, 20))
  return url
}

/**
 * Sends single messages, one after the other. Their workspace has no other messages.
 * @param {{ url: string, key: string, provider: import('./accept.mjs').Part }} service
 * @param {string} load
 * @param {number} pairs
 */
async function measureWaits({ url, key, provider }, load, pairs) {
  /** @type {Pair[]} */
  const waits = []
  for (let pair = 0; pair < pairs; pair++) {
    const [ours = Number.NaN] = await timeMessages(url, key, provider, [0])
    report(`one message with ${load}: ${rounded(ours)} ms`)
    waits.push({ ours })
  }
  return waits
}

/**
 * @param {Awaited<ReturnType<typeof prepareInstallation>>} installation
 * @param {Size} size
 */
async function enlarge({ databaseUrl: url, dataDir }, { queued, workspaces, scheduled }) {
  const database = await startPart('parts/database', { url, dataDir })
  await database.ask({ others: { workspaces, scheduled } })
  await database.ask({ queued })
  await database.ask({ close: true })
  await database.stop()
  report(`${rounded(workspaces)} more workspaces, ${rounded(scheduled)} scheduled messages`)
}

/**
 * Opens a transaction. The snapshot of the transaction prevents vacuum from removing old row versions. The promise
 * resolves after `seconds`, while the transaction is still open.
 * @param {string} connectionString
 * @param {number} seconds
 * @returns {Promise<() => Promise<void>>} A function that ends the transaction.
 */
async function holdSnapshot(connectionString, seconds) {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin isolation level repeatable read')
  await holder.query('select id from deliveries limit 1')
  report(`holding a snapshot for ${seconds} s`)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return () => holder.end()
}
