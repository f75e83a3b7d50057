// A process that opens an embedded database with the built code of the service, and runs the task that its first
// argument names.
import { writeFileSync } from 'node:fs'

const [task = '', dataDir, faultFile = ''] = process.argv.slice(2)
// This module exists only after the build.
const { openDatabase, transaction } = await import(new URL('../../../dist/open-database.js', import.meta.url).href)
const printLine = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`)

/**
 * Number of statements to parse. V8 counts the calls of a function, and optimizes the function long before this number
 * of calls.
 */
const PARSED = 10_000

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
  /** Prints each number after its commit, until the process is killed. */
  async write() {
    for (let n = 0; ; n++) {
      await pool.query({ text: 'insert into kept values ($1)', values: [n] })
      printLine({ kept: n })
    }
  },
  /**
   * Lets the disk fail during the first of two commits. The second transaction and a query are sent before the failure.
   */
  async fault() {
    writeFileSync(faultFile, '')
    /** @param {Promise<unknown>} answer */
    const printAnswer = (answer) =>
      answer.then(
        () => printLine({ answered: true }),
        (/** @type {Error & { cause?: Error }} */ error) =>
          printLine({ refused: (error.cause ?? error).message, as: error.name }),
      )
    const insert = (/** @type {number} */ n) =>
      transaction(database, (/** @type {any} */ tx) => tx.query({ text: 'insert into kept values ($1)', values: [n] }))
    await Promise.all([insert(1), insert(2), database.query({ text: 'select 1' })].map(printAnswer))
    await printAnswer(database.query({ text: 'select 2' }))
  },
  /** Parses many statements, and prints the largest resident memory in megabytes. */
  async parse() {
    for (let n = 0; n < PARSED; n++) await pool.query(`select ${n} as n where ${n} > 0 and ${n} < 1000000`)
    printLine({ largest: process.resourceUsage().maxRSS / 1024 })
  },
  async close() {},
}
await tasks[task]?.()
await database.close()
