// Claims of a worker as the worker makes them, on a queue of any length, and nothing beside them.

/** @type {{ url?: string, dataDir: string }} */
const { url, dataDir } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('../../src/store/database.ts')} */
const { openDatabase } = await import(new URL('../../dist/open-database.js', import.meta.url).href)
/** @type {typeof import('../../src/store/queue.ts')} */
const { claimReady, findLanes } = await import(new URL('../../dist/queue.js', import.meta.url).href)

/** Of a claim, as one worker with 256 slots makes it. */
const MOST = 64
const AT_ONCE = 100_000
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

process.on('message', (/** @type {{ lengthen: number } | { claims: number } | { close: true }} */ message) => {
  const work =
    'lengthen' in message ? lengthen(message.lengthen) : 'claims' in message ? claim(message.claims) : db.close()
  Promise.resolve(work).then(
    (milliseconds) => process.send?.({ milliseconds }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/**
 * Copies of the oldest message, until so many are queued.
 * @param {number} length
 */
async function lengthen(length) {
  const { rows } = await db.query({ text: 'select count(*) as n from deliveries where ready' })
  for (let left = length - rows[0]?.n; left > 0; left -= AT_ONCE) {
    await db.query({
      text: `insert into deliveries (workspace_id, source_id, key_id, mode, lane, recipient_id, recipient_name, address, channel,
               template_slug, priority, status, ready, next_at, created_at, expires_at, content, history, account, cost, period)
             select d.workspace_id, d.source_id, d.key_id, d.mode, d.lane, d.recipient_id, d.recipient_name, d.address, d.channel,
               d.template_slug, d.priority, 'queued', true, d.created_at, d.created_at, d.expires_at, d.content, d.history, d.account, d.cost, d.period
             from (select * from deliveries order by id limit 1) d cross join generate_series(1, $1)`,
      values: [Math.min(left, AT_ONCE)],
    })
  }
  await db.query({ text: 'vacuum analyze deliveries' })
}

/**
 * The median of so many claims, each taken back, so that the queue stays as long as it is.
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
