// A part that opens the database of a stopped installation, and fills it to the size of a large installation. The part
// then claims deliveries like a worker.
import { addFinished, addWorkspaces, lengthenQueue } from './copies.mjs'

/** @type {{ url?: string, dataDir: string }} */
const { url, dataDir } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('../../src/store/database.ts')} */
const { openDatabase } = await import(new URL('../../dist/open-database.js', import.meta.url).href)
/** @type {typeof import('../../src/store/delivery/queue.ts')} */
const { claimReady, findLanes } = await import(new URL('../../dist/queue.js', import.meta.url).href)

/** Maximum number of deliveries in one claim. A worker with 256 slots has the same maximum. */
const MOST = 64
/** Timeout in milliseconds. A statement that writes 100,000 rows on a busy machine needs less. */
const PATIENCE = 600_000
const since = new Date()
const db = await openDatabase({
  url,
  dataDir,
  poolSize: 2,
  since,
  onFatal: (error) => {
    throw error
  },
})
// Use a longer timeout, because statements of the service time out after half a minute.
/** @type {import('../../src/store/database.ts').Connection} */
const patient = { query: (query) => db.pool.query(Object.assign({ query_timeout: PATIENCE }, query)) }

/** @typedef {{ queued: number } | { finished: number } | { others: { workspaces: number, scheduled: number } }} Filling */
process.on('message', (/** @type {Filling | { claims: number } | { close: true }} */ message) => {
  Promise.resolve(perform(message)).then(
    (milliseconds) => process.send?.({ milliseconds }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/** @param {Filling | { claims: number } | { close: true }} message */
function perform(message) {
  if ('queued' in message) return lengthenQueue(patient, message.queued)
  if ('finished' in message) return addFinished(patient, message.finished)
  if ('others' in message) return addWorkspaces(patient, message.others)
  return 'claims' in message ? claim(message.claims) : db.close()
}

/**
 * Claims `count` times and returns the median duration of a claim. Each claim is rolled back, so that the length of the
 * queue stays the same.
 * @param {number} count
 */
async function claim(count) {
  const client = await db.pool.connect()
  /** @type {import('../../src/store/database.ts').Connection} */
  const connection = { query: (query) => client.query(query) }
  /** @type {number[]} */
  const taken = []
  for (let round = 0; round < count; round++) {
    await client.query('begin')
    const started = performance.now()
    const lanes = await findLanes(connection, since, 0, MOST)
    const rows = await claimReady(
      connection,
      since,
      since,
      lanes.map((lane) => ({ lane, most: MOST })),
    )
    taken.push(performance.now() - started)
    await client.query('rollback')
    if (rows.length !== MOST) throw new Error(`a claim took ${rows.length} messages instead of ${MOST}`)
  }
  client.release()
  return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)]
}
