// Drain: measures how fast queued messages are sent to a local provider and settled. Carillon is compared with a bare
// loop and with job libraries, which POST the same bodies.
import { setTimeout as pause } from 'node:timers/promises'
import { measureLoop } from './bare-loop.mjs'
import { fillQueue } from './fill-queue.mjs'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const PEOPLE = 1_000
/** Number of concurrent requests of one connection. A worker has 256 slots, and one connection can use half of them. */
const CONCURRENCY = 128
const SETTLED_WITHIN = 60_000

/**
 * @typedef {import('./accept.mjs').Peer} Peer
 * @typedef {{ against: string, peer: Peer | undefined, pairs: import('./accept.mjs').Pair[] }} Drained `peer` is
 *   undefined for the bare loop.
 *
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, messages: number }} size
 * @param {Peer[]} peers
 * @returns {Promise<Drained[]>} The messages per second that arrive at the provider.
 */
export async function measureDrain(postgres, { pairs, messages }, peers) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const target = `${provider.ready.url}/api/webhooks/1/bench?wait=true`
  try {
    /** @type {import('./installation.mjs').Tenant | undefined} */
    let tenant
    /** @type {Drained[]} */
    const measured = [
      { against: 'bare undici loop', peer: undefined, pairs: [] },
      ...peers.map((peer) => ({ against: peer.name, peer, pairs: [] })),
    ]
    for (let pair = 1; pair <= pairs; pair++) {
      const queued = await fillQueue(installation, provider, messages, async (service) => {
        tenant ??= await makeTenant(service, provider.ready.url)
        await fill(service.url, tenant.key, messages, PEOPLE)
      })
      const { sample } = await provider.ask({ expect: queued })
      const service = await installation.start({ delivering: true })
      const { perSecond: ours } = await provider.ask({ wait: true })
      report(`${rounded(ours)} messages per second`)
      await untilSettled(service.url, tenant?.key ?? '', pair * messages)
      await installation.stop()

      const load = { url: target, body: sample, count: queued, concurrency: CONCURRENCY }
      for (const { against, peer, pairs: figures } of measured) {
        const other = await (peer ? drainPeer(provider, peer, load) : measureLoop(provider, load))
        report(`${against}: ${rounded(other)}`)
        figures.push({ ours, other })
      }
    }
    return measured
  } finally {
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Fills the queue of a job library, and measures a new worker of it.
 * @param {import('./accept.mjs').Part} provider
 * @param {Peer} peer
 * @param {{ url: string, body: string, count: number, concurrency: number }} load
 * @returns {Promise<number>} Messages per second.
 */
async function drainPeer(provider, peer, { url: target, body, count, concurrency }) {
  const worker = await startPart('peers/worker', { ...peer, target, concurrency })
  await worker.ask({ fill: { body, count } })
  await provider.ask({ expect: count })
  const [{ perSecond }] = await Promise.all([provider.ask({ wait: true }), worker.ask({ work: true })])
  await worker.stop()
  return perSecond
}

/**
 * Waits until every message is sent. Without this check, a service that loses messages could get a good result.
 * @param {string} url
 * @param {string} key
 * @param {number} count
 */
async function untilSettled(url, key, count) {
  const deadline = performance.now() + SETTLED_WITHIN
  for (;;) {
    const { total_sent: sent } = await call('GET', `${url}/v1/usage`, key)
    if (sent === count) return
    if (performance.now() > deadline) throw new Error(`${sent} of ${count} messages were sent`)
    await pause(50)
  }
}
