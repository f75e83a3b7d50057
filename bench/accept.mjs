// Accept: measures single send requests over keep-alive connections. Carillon commits and flushes each message before
// it responds. Carillon is compared with a bare route and with job libraries.
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const CONNECTIONS = 64

/**
 * @typedef {{ ours: number, other?: number }} Pair The two figures were measured one after the other.
 * @typedef {{ name: string, library: string, url: string }} Peer A job library, and the name of the server that it
 *   uses.
 * @typedef {Awaited<ReturnType<typeof startPart>>} Part
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, people: number, seconds: number, warmUp: number }} size
 * @param {Peer[]} peers
 * @returns {Promise<Map<string, Pair[]>>} The accepted messages per second. The key is the name of the program that
 *   Carillon is compared with.
 */
export async function measureAccept(postgres, { pairs, people, seconds, warmUp }, peers) {
  const installation = await prepareInstallation(postgres)
  // This provider does not respond, so deliveries use no processor time during the measurement.
  const provider = await startPart('parts/provider', {})
  /** @type {Part[]} */
  const parts = []
  try {
    const service = await installation.start({ delivering: false })
    const { key } = await makeTenant(service, provider.ready.url)
    await fill(service.url, key, people, people)
    /** @param {string} url */
    const clientOf = async (url) => {
      const client = await startPart('parts/client', { url, key, connections: CONNECTIONS, people })
      parts.push(client)
      await client.ask({ seconds: warmUp })
      return client
    }
    /** @type {Map<string, Part>} */
    const others = new Map()
    const bareRoute = await startPart('parts/bare-route', {})
    parts.push(bareRoute)
    others.set('bare route', await clientOf(bareRoute.ready.url))
    for (const peer of peers) {
      const route = await startPart('peers/route', peer)
      parts.push(route)
      others.set(`Fastify + ${peer.name}`, await clientOf(route.ready.url))
    }
    const ours = await clientOf(service.url)
    /** @type {Map<string, Pair[]>} */
    const measured = new Map([...others.keys()].map((name) => [name, []]))
    for (let pair = 0; pair < pairs; pair++) {
      const own = await ours.ask({ seconds })
      report(`${rounded(own.perSecond)} accepted per second`)
      for (const [name, client] of others) {
        const other = await client.ask({ seconds })
        report(`${name}: ${rounded(other.perSecond)}`)
        measured.get(name)?.push({ ours: own.perSecond, other: other.perSecond })
      }
    }
    return measured
  } finally {
    await Promise.all(parts.map((part) => part.stop()))
    // Send the delayed response now. The worker waits for it, and the service shuts down only after the worker has
    // received it.
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}
