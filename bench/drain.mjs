// Drain: measures how fast queued messages are sent to a local provider and settled. Carillon is compared with a bare
// loop and with job libraries, which POST the same bodies.
import { setTimeout as pause } from 'node:timers/promises'
import { fillQueue } from './fill-queue.mjs'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const PEOPLE = 1_000
/** Number of concurrent requests of one connection. A worker has 256 slots, and one connection can use half of them. */
const CONCURRENCY = 128
const SETTLED_WITHIN = 60_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, messages: number }} size
 * @param {import('./accept.mjs').Peer[]} peers
 * @returns {Promise<Map<string, import('./accept.mjs').Pair[]>>} The messages per second that arrive at the provider.
 *   The key is the name of the program that Carillon is compared with.
 */
export async function measureDrain(postgres, { pairs, messages }, peers) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const target = `${provider.ready.url}/api/webhooks/1/bench?wait=true`
  try {
    /** @type {import('./installation.mjs').Tenant | undefined} */
    let tenant
    /** @type {Map<string, import('./accept.mjs').Pair[]>} */
    const measured = new Map()
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

      /**
       * @param {string} against
       * @param {Promise<unknown>} work
       */
      const note = async (against, work) => {
        const [{ perSecond: other }] = await Promise.all([provider.ask({ wait: true }), work])
        report(`${against}: ${rounded(other)}`)
        measured.set(against, [...(measured.get(against) ?? []), { ours, other }])
      }
      const load = { url: target, body: sample, count: queued, concurrency: CONCURRENCY }
      // Start a new process for the comparison too, because Carillon also runs in a new process. Both measurements then
      // include the compilation by V8.
      const bareLoop = await startPart('parts/bare-loop', {})
      await provider.ask({ expect: queued })
      await note('bare undici loop', bareLoop.ask(load))
      await bareLoop.stop()
      for (const peer of peers) {
        const worker = await startPart('peers/worker', { ...peer, target, concurrency: CONCURRENCY })
        await worker.ask({ fill: { body: sample, count: queued } })
        await provider.ask({ expect: queued })
        await note(peer.name, worker.ask({ work: true }))
        await worker.stop()
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
