// A process with the embedded database open, as the service has it: built code, told what to do by its first argument.
import { writeFileSync } from 'node:fs'

const [task = '', dataDir, faultFile = ''] = process.argv.slice(2)
// Only there once it is built.
const { openDatabase, transaction } = await import(new URL('../../../dist/open-database.js', import.meta.url).href)
const printLine = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`)

const started = performance.now()
const database = await openDatabase({
  url: undefined,
  dataDir,
  poolSize: 1,
  since: new Date(),
  onFatal: (/** @type {Error} */ error) => printLine({ fatal: error.message }),
})
const { pool } = database
await pool.query('create table if not exists kept (n int primary key)')
printLine({ open: performance.now() - started, peak: process.resourceUsage().maxRSS * 1024 })

/** @type {Record<string, () => Promise<void>>} */
const tasks = {
  /** Says a number once it is committed, until somebody kills this process. */
  async write() {
    for (let n = 0; ; n++) {
      await pool.query({ text: 'insert into kept values ($1)', values: [n] })
      printLine({ kept: n })
    }
  },
  /** The disk fails under the first of two commits, with the second's statements right behind it, and a question of its own. */
  async fault() {
    writeFileSync(faultFile, '')
    /** @param {Promise<unknown>} answer */
    const tell = (answer) =>
      answer.then(
        () => printLine({ answered: true }),
        (/** @type {Error & { cause?: Error }} */ error) =>
          printLine({ refused: (error.cause ?? error).message, as: error.name }),
      )
    const insert = (/** @type {number} */ n) =>
      transaction(database, (/** @type {any} */ tx) => tx.query({ text: 'insert into kept values ($1)', values: [n] }))
    await Promise.all([insert(1), insert(2), database.query({ text: 'select 1' })].map(tell))
    await tell(database.query({ text: 'select 2' }))
  },
  async close() {},
}
await tasks[task]?.()
await database.close()
