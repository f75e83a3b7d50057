// The queue's length must not be felt: what a claim costs, and how long one message waits beside another workspace's many.
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { untilSent } from './pick-up.mjs'
import { startPart } from './process.mjs'

/** A queue that is hardly one. */
const SHORT = 1_000
const CLAIMS = 50

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, queued: number }} size
 * @returns {Promise<{ claims: import('./accept.mjs').Pair[], fairness: import('./accept.mjs').Pair[] }>} milliseconds: a claim
 *   from the long queue against one from the short; and from a send to the provider
 */
export async function measureQueue(postgres, { pairs, queued }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/stamped', {})
  const { dataDir, databaseUrl: url } = installation
  try {
    const service = await installation.start({ delivering: false })
    const many = await makeTenant(service, provider.ready.url)
    const one = await makeTenant(service, provider.ready.url)
    // The one of which the many are copies.
    const scheduled_for = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    await fill(service.url, many.key, 1, 1, { channel: 'discord', scheduled_for })
    await installation.stop()

    const claims = await startPart('parts/claims', { url, dataDir })
    /** @type {number[]} */
    const short = []
    await claims.ask({ lengthen: SHORT })
    await claims.ask({ claims: CLAIMS })
    for (let pair = 0; pair < pairs; pair++) short.push((await claims.ask({ claims: CLAIMS })).milliseconds)
    await claims.ask({ lengthen: queued })
    await claims.ask({ claims: CLAIMS })
    /** @type {import('./accept.mjs').Pair[]} */
    const cost = []
    for (const other of short) cost.push({ ours: (await claims.ask({ claims: CLAIMS })).milliseconds, other })
    await claims.ask({ close: true })
    await claims.stop()

    const { url: delivering } = await installation.start({ delivering: true })
    await untilUnderWay(provider)
    /** @type {import('./accept.mjs').Pair[]} */
    const fairness = []
    for (let pair = 0; pair < pairs; pair++)
      fairness.push({ ours: (await untilSent(delivering, one.key, provider, [0]))[0] ?? Number.NaN })
    return { claims: cost, fairness }
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

/** @param {import('./accept.mjs').Part} provider */
async function untilUnderWay(provider) {
  while ((await provider.ask({ others: true })).others < SHORT) await new Promise((resolve) => setTimeout(resolve, 20))
}
