// Batch: measures requests with 100 messages each. Carillon is compared with a bare multi-row INSERT of the same rows
// into a table with the same columns and indexes.
import { call, fill, makeTenant, messagesOf, prepareInstallation } from './installation.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const CONNECTIONS = 8
const PEOPLE = 1_000

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, messages: number }} size
 * @returns {Promise<import('./accept.mjs').Pair[]>} The messages per second.
 */
export async function measureBatch(postgres, { pairs, messages }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const { dataDir, databaseUrl: url } = installation
  try {
    /** @type {string | undefined} */
    let key
    /** @type {import('./accept.mjs').Pair[]} */
    const measured = []
    for (let pair = 0; pair < pairs; pair++) {
      const service = await installation.start({ delivering: false })
      key ??= (await makeTenant(service, provider.ready.url)).key
      await fill(service.url, key, PEOPLE, PEOPLE)
      const ours = await send(service.url, key, messages)
      await Promise.all([provider.ask({ release: true }), installation.stop()])
      await provider.ask({ hold: true })

      const bare = await startPart('parts/insert', { url, dataDir, rows: messages, connections: CONNECTIONS })
      await bare.ask({ insert: true })
      const { perSecond: other } = await bare.ask({ insert: true })
      await bare.stop()
      report(`${rounded(ours)} messages per second, the INSERT ${rounded(other)}`)
      measured.push({ ours, other })
    }
    return measured
  } finally {
    await provider.ask({ release: true })
    await installation.remove()
    await provider.stop()
  }
}

/**
 * @param {string} url
 * @param {string} key
 * @param {number} count
 */
async function send(url, key, count) {
  const started = performance.now()
  let left = count
  const carry = async () => {
    for (; left > 0; left -= 100) {
      const { queued } = await call('POST', `${url}/v1/send/batch`, key, { messages: messagesOf(left, 100, PEOPLE) })
      if (queued !== 100) throw new Error(`${queued} of 100 messages of a batch were accepted`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, carry))
  return (count / (performance.now() - started)) * 1000
}
