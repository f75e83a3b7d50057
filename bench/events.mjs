// Events: measures how fast the pending events of one subscription are posted and settled. Carillon is compared with a
// bare loop that posts the same number of bodies.

import { measureLoop } from './bare-loop.mjs'
import { fillQueue } from './fill-queue.mjs'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const PEOPLE = 1_000
/** Number of concurrent requests to one receiver. */
const CONCURRENCY = 16
const DAY = 24 * 60 * 60 * 1000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, events: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} The events per second.
 */
export async function measureEvents(postgres, { pairs, events }) {
  const installation = await prepareInstallation(postgres)
  const receiver = await startPart('parts/provider', {})
  const url = `${receiver.ready.url}/events`
  try {
    /** @type {string | undefined} */
    let key
    /** @type {import('./accept.mjs').Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      const pending = await fillQueue(installation, receiver, events, async (service) => {
        if (key === undefined) {
          const tenant = await makeTenant(service, receiver.ready.url)
          await tenant.manage('POST', 'subscriptions', { url, events: ['delivery.queued'] })
          key = tenant.key
        }
        // The messages are due tomorrow, so they emit only `delivery.queued`, and no message is sent.
        const scheduled_for = new Date(Date.now() + DAY).toISOString()
        await fill(service.url, key, events, PEOPLE, { channel: 'discord', scheduled_for })
      })
      const { sample } = await receiver.ask({ expect: pending })
      await installation.start({ delivering: true })
      const { perSecond: ours } = await receiver.ask({ wait: true })
      await installation.stop()

      const other = await measureLoop(receiver, { url, body: sample, count: pending, concurrency: CONCURRENCY })
      report(`${rounded(ours)} events per second, the loop ${rounded(other)}`)
      measured.push({ ours, other })
    }
    return measured
  } finally {
    await receiver.ask({ release: true })
    await installation.remove()
    await receiver.stop()
  }
}
