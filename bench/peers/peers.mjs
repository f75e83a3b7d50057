// The peers that this machine can run, each with a server or database of its own, made anew for every measurement.
import { startRedis } from './redis.mjs'

/** Both keep their jobs in PostgreSQL. */
const ON_POSTGRES = ['pg-boss', 'graphile-worker']

/**
 * @param {import('../installation.mjs').Postgres | undefined} postgres
 * @returns {Promise<{ make: () => Promise<import('../accept.mjs').Peer[]>, leftOut: string[], stop: () => Promise<void> }>}
 */
export async function preparePeers(postgres) {
  // They are measured beside Carillon on PostgreSQL: none of them runs on the embedded database.
  const redis = postgres ? await startRedis() : undefined
  let made = 0
  return {
    async make() {
      if (!postgres) return []
      const onPostgres = ON_POSTGRES.map(async (library) => {
        const url = await postgres.createDatabase(`bench_peer_${made++}`)
        return { name: library, library, url }
      })
      return [
        ...(await Promise.all(onPostgres)),
        ...(redis ? [{ name: 'BullMQ + Redis', library: 'BullMQ', url: redis.path }] : []),
      ]
    },
    leftOut: postgres && !redis ? ['BullMQ + Redis was left out: no `redis-server` is installed on this machine.'] : [],
    stop: async () => redis?.stop(),
  }
}
