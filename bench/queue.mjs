// The queue's length must not be felt: what a claim costs, and how long one message waits beside what others have waiting.
import pg from 'pg'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { untilSent } from './pick-up.mjs'
import { startPart } from './process.mjs'
import { rounded, say } from './say.mjs'

/** A queue that is hardly one. */
const SHORT = 1_000
const CLAIMS = 50
const DAY = 24 * 60 * 60 * 1000

/**
 * @typedef {import('./accept.mjs').Pair} Pair
 * @typedef {{ pairs: number, queued: number, workspaces: number, scheduled: number, held: number }} Size
 * @typedef {{ claims: Pair[], fairness: Map<string, Pair[]> }} Waits milliseconds: a claim from the long queue against one from the
 *   short; and from a send to the provider, by what is there besides another workspace's queue
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
    // The one of which the many are copies.
    const scheduled_for = new Date(Date.now() + DAY).toISOString()
    await fill(service.url, many.key, 1, 1, { channel: 'discord', scheduled_for })
    await installation.stop()

    const claims = await measureClaims(installation, size)
    /** @type {Waits['fairness']} */
    const fairness = new Map()
    const note = async (/** @type {string} */ beside, /** @type {string} */ url) =>
      fairness.set(beside, await measureWaits({ url, key, provider }, beside, size.pairs))
    const beside = `${rounded(size.queued)} of another workspace`
    await note(beside, await startDelivering(installation, provider))
    await installation.stop()

    await enlarge(installation, size)
    const url = await startDelivering(installation, provider)
    await note(`these, ${rounded(size.workspaces)} workspaces, ${rounded(size.scheduled)} scheduled`, url)
    if (installation.databaseUrl !== undefined) {
      const letGo = await holdSnapshot(installation.databaseUrl, size.held)
      await note(`these, a snapshot held for ${size.held} s`, url)
      await letGo()
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
    say(`${rounded(length)} are queued`)
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
 * The service that works the long queue off, once it does.
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
 * One message after the other of the workspace that has no other.
 * @param {{ url: string, key: string, provider: import('./accept.mjs').Part }} service
 * @param {string} beside
 * @param {number} pairs
 */
async function measureWaits({ url, key, provider }, beside, pairs) {
  /** @type {Pair[]} */
  const waits = []
  for (let pair = 0; pair < pairs; pair++) {
    const [ours = Number.NaN] = await untilSent(url, key, provider, [0])
    say(`one message beside ${beside}: ${rounded(ours)} ms`)
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
  await database.ask({ neighbours: { workspaces, scheduled } })
  await database.ask({ queued })
  await database.ask({ close: true })
  await database.stop()
  say(`${rounded(workspaces)} more workspaces, ${rounded(scheduled)} messages scheduled ahead`)
}

/**
 * A transaction that sees the database as it is now, for which the server keeps every version of a row; resolves after so many seconds.
 * @param {string} connectionString
 * @param {number} seconds
 * @returns {Promise<() => Promise<void>>} ends it
 */
async function holdSnapshot(connectionString, seconds) {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin isolation level repeatable read')
  await holder.query('select id from deliveries limit 1')
  say(`a snapshot is held for ${seconds} s`)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return () => holder.end()
}
