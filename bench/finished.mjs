// Finished: measures the accept benchmark with many finished messages in the database, and compares it with the same
// benchmark without finished messages.
import { startClient } from './client.mjs'
import { fill, makeTenant, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const CONNECTIONS = 64
const PEOPLE = 1_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, seconds: number, warmUp: number, finished: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} The messages accepted per second.
 */
export async function measureFinished(postgres, { pairs, seconds, warmUp, finished }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const client = await startClient()
  const { dataDir, databaseUrl: url } = installation
  try {
    /** @type {string | undefined} */
    let key
    /** Starts the service for one measurement, and measures it. The port of the service changes with every start. */
    const accept = async () => {
      await provider.ask({ hold: true })
      const service = await installation.start({ delivering: false })
      key ??= (await makeTenant(service, provider.ready.url)).key
      await fill(service.url, key, PEOPLE, PEOPLE)
      const load = { url: service.url, key, connections: CONNECTIONS, people: PEOPLE }
      await client.load({ ...load, seconds: warmUp })
      /** @type {number[]} */
      const figures = []
      for (let pair = 0; pair < pairs; pair++) {
        const { perSecond } = await client.load({ ...load, seconds })
        report(`${rounded(perSecond)} messages accepted per second`)
        figures.push(perSecond)
      }
      await Promise.all([provider.ask({ release: true }), installation.stop()])
      return figures
    }
    const without = await accept()
    const database = await startPart('parts/database', { url, dataDir })
    await database.ask({ finished })
    await database.ask({ close: true })
    await database.stop()
    report(`${rounded(finished)} finished messages added`)
    const withHistory = await accept()
    return withHistory.map((ours, pair) => ({ ours, other: without[pair] ?? Number.NaN }))
  } finally {
    await provider.ask({ release: true })
    await installation.remove()
    await Promise.all([client.stop(), provider.stop()])
  }
}
