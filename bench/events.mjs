// Events: what waits for one subscriber, posted and settled, against a bare loop that posts as many bodies.
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { rounded, say } from './say.mjs'
import { fillQueue } from './waiting.mjs'

const PEOPLE = 1_000
/** What one receiver gets at a time. */
const CONCURRENCY = 16
const DAY = 24 * 60 * 60 * 1000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, events: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} events a second
 */
export async function measureEvents(postgres, { pairs, events }) {
  const installation = await prepareInstallation(postgres)
  const receiver = await startPart('parts/provider', {})
  const bareLoop = await startPart('parts/bare-loop', {})
  const url = `${receiver.ready.url}/events`
  try {
    /** @type {string | undefined} */
    let key
    /** @type {import('./accept.mjs').Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      const waiting = await fillQueue(installation, receiver, events, async (service) => {
        if (key === undefined) {
          const tenant = await makeTenant(service, receiver.ready.url)
          await tenant.manage('POST', 'subscriptions', { url, events: ['delivery.queued'] })
          key = tenant.key
        }
        // Due tomorrow: they tell that they are queued, and nothing else happens.
        const scheduled_for = new Date(Date.now() + DAY).toISOString()
        await fill(service.url, key, events, PEOPLE, { channel: 'discord', scheduled_for })
      })
      const { sample } = await receiver.ask({ expect: waiting })
      await installation.start({ delivering: true })
      const { perSecond: ours } = await receiver.ask({ wait: true })
      await installation.stop()

      await receiver.ask({ expect: waiting })
      const [{ perSecond: other }] = await Promise.all([
        receiver.ask({ wait: true }),
        bareLoop.ask({ url, body: sample, count: waiting, concurrency: CONCURRENCY }),
      ])
      say(`${rounded(ours)} events a second, the loop ${rounded(other)}`)
      measured.push({ ours, other })
    }
    return measured
  } finally {
    await receiver.ask({ release: true })
    await installation.remove()
    await Promise.all([receiver.stop(), bareLoop.stop()])
  }
}
