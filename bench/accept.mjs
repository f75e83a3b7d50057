// Accept: single sends over keep-alive connections, everything committed and flushed, against the bare route.
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'

const CONNECTIONS = 64
const PEOPLE = 1_000

/**
 * @typedef {{ ours: number, bare: number }} Pair both per second, of the same minute
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, seconds: number, warmUp: number }} size
 * @returns {Promise<Pair[]>}
 */
export async function measureAccept(postgres, { pairs, seconds, warmUp }) {
  const installation = await prepareInstallation(postgres)
  // It holds what it gets: delivering takes no part in this measurement.
  const provider = await startPart('provider', {})
  const bareRoute = await startPart('bare-route', {})
  try {
    const service = await installation.start({ delivering: false })
    const { key } = await makeTenant(service, provider.ready.url)
    await fill(service.url, key, PEOPLE, PEOPLE)
    const clientOf = (/** @type {string} */ url) =>
      startPart('client', { url, key, connections: CONNECTIONS, people: PEOPLE })
    const clients = { bare: await clientOf(bareRoute.ready.url), ours: await clientOf(service.url) }
    for (const client of [clients.bare, clients.ours]) await client.ask({ seconds: warmUp })
    /** @type {Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      const bare = await clients.bare.ask({ seconds })
      const ours = await clients.ours.ask({ seconds })
      measured.push({ ours: ours.perSecond, bare: bare.perSecond })
    }
    await Promise.all([clients.bare.stop(), clients.ours.stop()])
    return measured
  } finally {
    // The worker's one message gets its answer, so that the service can end.
    await provider.ask({ release: true })
    await installation.remove()
    await Promise.all([provider.stop(), bareRoute.stop()])
  }
}
