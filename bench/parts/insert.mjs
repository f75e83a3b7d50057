// Inserts the rows for the comparison in the batch benchmark. The table has the same columns and indexes as Carillon's
// table `deliveries`. Each statement inserts 100 rows and is flushed.

/** @type {{ url?: string, dataDir: string, rows: number, connections: number }} */
const { url, dataDir, rows, connections } = JSON.parse(process.argv[2] ?? '')
/** @type {typeof import('../../src/store/database.ts')} */
const { openDatabase } = await import(new URL('../../dist/open-database.js', import.meta.url).href)
const SET = 100
const db = await openDatabase({
  url,
  dataDir,
  poolSize: connections,
  since: new Date(),
  onFatal: (error) => {
    throw error
  },
})

await db.query({ text: 'create table if not exists bench_rows (like deliveries including defaults including indexes)' })
await db.query({ text: 'truncate bench_rows' })
/** @type {Record<string, unknown>[]} */
const samples = (await db.query({ text: 'select * from deliveries order by id desc limit $1', values: [SET] })).rows
const names = Object.keys(samples[0] ?? {})
const places = samples.map(
  (_, row) => `(${names.map((name, column) => placeOf(name, row * names.length + column + 1)).join(', ')})`,
)
const text = `insert into bench_rows (${names.join(', ')}) values ${places.join(', ')}`
let next = 0

process.on('message', () => {
  insert().then(
    (perSecond) => process.send?.({ perSecond }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

async function insert() {
  const started = performance.now()
  const until = next + rows
  const carry = async () => {
    while (next < until) {
      const first = next
      next += SET
      const values = samples.flatMap((sample, index) =>
        names.map((name) => (name === 'id' ? first + index + 1 : asParameter(sample[name]))),
      )
      await db.query({ name: 'bench-insert', text, values })
    }
  }
  await Promise.all(Array.from({ length: connections }, carry))
  return (rows / (performance.now() - started)) * 1000
}

/**
 * @param {string} name
 * @param {number} number
 */
function placeOf(name, number) {
  return name === 'content' || name === 'history' || name === 'progress' ? `$${number}::jsonb` : `$${number}`
}

/** @param {unknown} value */
function asParameter(value) {
  return value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value
}
