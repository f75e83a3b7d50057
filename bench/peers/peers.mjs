// The peers that this machine can run, each with a server or database of its own, made anew for every measurement.
import { join } from 'node:path'
import { ensureInstalled, root } from '../../scripts/setup.mjs'
import { startRedis } from './redis.mjs'

/** Both keep their jobs in PostgreSQL. */
const ON_POSTGRES = ['pg-boss', 'graphile-worker']

/**
 * @param {import('../installation.mjs').Postgres | undefined} postgres
 * @returns {Promise<{ make: () => Promise<import('../accept.mjs').Peer[]>, leftOut: string[], stop: () => Promise<void> }>}
 */
export async function preparePeers(postgres) {
  // They are measured beside Carillon on PostgreSQL: none of them runs on the embedded database.
  if (!postgres) return { make: async () => [], leftOut: [], stop: async () => {} }
  const why = await installPeers()
  if (why !== undefined)
    return { make: async () => [], leftOut: [`No peer was measured: ${why}`], stop: async () => {} }
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
    leftOut: !redis ? ['BullMQ + Redis was left out: no `redis-server` is installed on this machine.'] : [],
    stop: async () => redis?.stop(),
  }
}

/** The libraries stand in bench/package.json. Answers why they can't be had, if so. */
async function installPeers() {
  try {
    await ensureInstalled(join(root, 'bench'))
    return undefined
  } catch (error) {
    return `what bench/package.json names could not be installed (${error instanceof Error ? error.message : String(error)}).`
  }
}
