// Returns the job libraries that this machine can run. Each library has its own server or database, which is created
// again for every measurement.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from '../../scripts/setup.mjs'
import { startRedis, versionOfRedis } from './redis.mjs'

/**
 * @typedef {object} Peers
 * @property {() => Promise<import('../accept.mjs').Peer[]>} make
 * @property {string[]} servers The names and versions of the servers that only the libraries use.
 * @property {string[]} leftOut A sentence for each library that is not measured.
 * @property {() => Promise<unknown>} stop
 */

const folder = join(root, 'bench')
/** Job libraries that store their jobs in PostgreSQL. */
const ON_POSTGRES = ['pg-boss', 'graphile-worker']
const ON_REDIS = 'BullMQ'
/** @type {Peers} */
const NO_PEERS = { make: async () => [], servers: [], leftOut: [], stop: async () => undefined }

/**
 * @param {import('../installation.mjs').Postgres | undefined} postgres
 * @param {boolean} mayInstall If false, the libraries are measured only if they are already installed.
 * @returns {Promise<Peers>}
 */
export async function preparePeers(postgres, mayInstall) {
  // Job libraries are measured only on PostgreSQL, because no job library supports the embedded database.
  if (!postgres) return NO_PEERS
  const reason = mayInstall ? await installPeers() : reasonIfMissing()
  if (reason !== undefined) return { ...NO_PEERS, leftOut: [`No job library was measured: ${reason}`] }
  const all = [...ON_POSTGRES, ON_REDIS].map((library) => ({ library, ...factsOf(library) }))
  const leftOut = all.flatMap(({ name, unsupported }) =>
    unsupported ? [`${name} was not measured: it needs Node ${unsupported}.`] : [],
  )
  const usable = all.filter(({ unsupported }) => unsupported === undefined)
  const onRedis = usable.find(({ library }) => library === ON_REDIS)
  const redisVersion = versionOfRedis()
  if (onRedis && redisVersion === undefined)
    leftOut.push(`${ON_REDIS} was not measured: \`redis-server\` is not installed on this machine.`)
  /** @type {import('./redis.mjs').Redis | undefined} */
  let redis
  let made = 0
  return {
    async make() {
      const onPostgres = usable
        .filter(({ library }) => ON_POSTGRES.includes(library))
        .map(async ({ library, name }) => {
          const url = await postgres.createDatabase(`bench_peer_${made++}`)
          return { name, library, url, durable: true }
        })
      const peers = await Promise.all(onPostgres)
      if (!onRedis || redisVersion === undefined) return peers
      await redis?.stop()
      redis = await startRedis()
      return [...peers, { name: onRedis.name, library: ON_REDIS, url: redis.path, durable: false }]
    },
    servers: onRedis && redisVersion !== undefined ? [`Redis ${redisVersion}`] : [],
    leftOut,
    stop: async () => redis?.stop(),
  }
}

/** Installs the libraries of bench/package.json. If that fails, returns the reason. */
async function installPeers() {
  try {
    await ensureInstalled(folder)
    return undefined
  } catch (error) {
    return `the packages of bench/package.json could not be installed (${error instanceof Error ? error.message : String(error)}).`
  }
}

function reasonIfMissing() {
  return existsSync(join(folder, 'node_modules')) ? undefined : '`npm run bench` installs them in bench/node_modules.'
}

/**
 * Reads the package of a library.
 * @param {string} library
 * @returns {{ name: string, unsupported: string | undefined }} The name with the version. If this Node is too old for
 *   the library, also the versions of Node that it supports.
 */
function factsOf(library) {
  const file = join(folder, 'node_modules', library.toLowerCase(), 'package.json')
  const { version, engines } = JSON.parse(readFileSync(file, 'utf8'))
  const [, major = 0, minor = 0] = /^>=(\d+)\.(\d+)/.exec(engines?.node ?? '')?.map(Number) ?? []
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)
  const isSupported = ownMajor > major || (ownMajor === major && ownMinor >= minor)
  const server = library === ON_REDIS ? ' on Redis' : ''
  return { name: `${library} ${version}${server}`, unsupported: isSupported ? undefined : engines.node }
}
