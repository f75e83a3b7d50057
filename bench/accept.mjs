// Accept: measures single send requests over keep-alive connections. Carillon commits and flushes each message before
// it responds. Carillon is compared with a bare route and with job libraries.
import { startClient } from './client.mjs'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

/**
 * @typedef {{ ours: number, other?: number }} Pair The two figures were measured one after the other.
 * @typedef {{ name: string, library: string, url: string, durable: boolean }} Peer A job library with its version, and
 *   the server that it uses. `durable` is true if this server flushes before it responds.
 * @typedef {Awaited<ReturnType<typeof startPart>>} Part
 * @typedef {{ connections: number, against: string, peer: Peer | undefined, pairs: Pair[] }} Accepted The messages
 *   accepted per second. `peer` is undefined for the bare route.
 * @typedef {object} Size
 * @property {number} pairs
 * @property {number} people
 * @property {number} seconds
 * @property {number} warmUp
 * @property {number[]} connections
 */

const OURS = 'Carillon'

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {Size} size
 * @param {Peer[]} peers
 * @param {string} [program] The path of the `node` program that runs the service and the bare route.
 * @returns {Promise<Accepted[]>}
 */
export async function measureAccept(postgres, { pairs, people, seconds, warmUp, connections }, peers, program) {
  const installation = await prepareInstallation(postgres, program)
  // This provider does not respond, so deliveries use no processor time during the measurement.
  const provider = await startPart('parts/provider', {})
  const client = await startClient()
  /** @type {Part[]} */
  const parts = []
  try {
    const service = await installation.start({ delivering: false })
    const { key } = await makeTenant(service, provider.ready.url)
    await fill(service.url, key, people, people)
    const bareRoute = await startPart('parts/bare-route', {}, program)
    parts.push(bareRoute)
    /** @type {{ name: string, url: string, peer?: Peer }[]} */
    const servers = [
      { name: OURS, url: service.url },
      { name: 'bare route', url: bareRoute.ready.url },
    ]
    for (const peer of peers) {
      const route = await startPart('peers/route', peer)
      parts.push(route)
      servers.push({ name: `Fastify + ${peer.name}`, url: route.ready.url, peer })
    }
    /** @type {(url: string, count: number, duration: number) => Promise<number>} */
    const load = async (url, count, duration) =>
      (await client.load({ url, key, connections: count, people, seconds: duration })).perSecond
    for (const { url } of warmUp > 0 ? servers : []) await load(url, connections[0] ?? 1, warmUp)

    /** @type {Accepted[]} */
    const measured = []
    for (const count of connections) {
      const rounds = await measureRounds(servers, pairs, (url) => load(url, count, seconds))
      for (const { name, peer } of servers.slice(1))
        measured.push({
          connections: count,
          against: name,
          peer,
          pairs: rounds.map((round) => ({ ours: round.get(OURS) ?? Number.NaN, other: round.get(name) })),
        })
    }
    return measured
  } finally {
    await Promise.all([client.stop(), ...parts.map((part) => part.stop())])
    // Send the delayed response now. The worker waits for it, and the service shuts down only after the worker has
    // received it.
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Measures each server once in each round. Every second round has the opposite order, so that a change in the speed of
 * the machine affects all servers.
 * @param {{ name: string, url: string }[]} servers
 * @param {number} count
 * @param {(url: string) => Promise<number>} measure
 * @returns {Promise<Map<string, number>[]>} For each round, the messages per second by the names of the servers.
 */
async function measureRounds(servers, count, measure) {
  /** @type {Map<string, number>[]} */
  const rounds = []
  for (let round = 0; round < count; round++) {
    /** @type {Map<string, number>} */
    const figures = new Map()
    for (const { name, url } of round % 2 === 0 ? servers : servers.toReversed()) figures.set(name, await measure(url))
    report([...figures].map(([name, perSecond]) => `${name}: ${rounded(perSecond)}`).join(', '))
    rounds.push(figures)
  }
  return rounds
}
