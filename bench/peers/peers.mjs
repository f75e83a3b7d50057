// Returns the job libraries that this machine can run. Each library has its own server or database, which is created
// again for every measurement.
import { join } from 'node:path'
import { ensureInstalled, root } from '../../scripts/setup.mjs'
import { startRedis } from './redis.mjs'

/** Job libraries that store their jobs in PostgreSQL. */
const ON_POSTGRES = ['pg-boss', 'graphile-worker']

/**
 * @param {import('../installation.mjs').Postgres | undefined} postgres
 * @returns {Promise<{ make: () => Promise<import('../accept.mjs').Peer[]>, leftOut: string[], stop: () => Promise<void> }>}
 */
export async function preparePeers(postgres) {
  // Job libraries are measured only on PostgreSQL, because no job library supports the embedded database.
  if (!postgres) return { make: async () => [], leftOut: [], stop: async () => {} }
  const reason = await installPeers()
  if (reason !== undefined)
    return { make: async () => [], leftOut: [`No peer was measured: ${reason}`], stop: async () => {} }
  const redis = await startRedis()
  let made = 0
  return {
    async make() {
      const onPostgres = ON_POSTGRES.map(async (library) => {
        const url = await postgres.createDatabase(`bench_peer_${made++}`)
        return { name: library, library, url }
      })
      return [
        ...(await Promise.all(onPostgres)),
        ...(redis ? [{ name: 'BullMQ + Redis', library: 'BullMQ', url: redis.path }] : []),
      ]
    },
    leftOut: !redis ? ['BullMQ + Redis was not measured: `redis-server` is not installed on this machine.'] : [],
    stop: async () => redis?.stop(),
  }
}

/** Installs the libraries of bench/package.json. If that fails, returns the reason. */
async function installPeers() {
  try {
    await ensureInstalled(join(root, 'bench'))
    return undefined
  } catch (error) {
    return `the packages of bench/package.json could not be installed (${error instanceof Error ? error.message : String(error)}).`
  }
}
