// A process with the embedded database open, as the service has it: built code, told what to do by its first argument.
import { writeFileSync } from 'node:fs'

const [task = '', dataDir, faultFile = ''] = process.argv.slice(2)
// Only there once it is built.
const { openEmbedded } = await import(new URL('../../../dist/open-embedded.js', import.meta.url).href)
const say = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`)

const started = performance.now()
const database = await openEmbedded(dataDir, {
  since: new Date(),
  onFatal: (/** @type {Error} */ error) => say({ fatal: error.message }),
})
const { pool } = database
await pool.query('create table if not exists kept (n int primary key)')
say({ open: performance.now() - started, peak: process.resourceUsage().maxRSS * 1024 })

/** @type {Record<string, () => Promise<void>>} */
const tasks = {
  /** Says a number once it is committed, until somebody kills this process. */
  async write() {
    for (let n = 0; ; n++) {
      await pool.query({ text: 'insert into kept values ($1)', values: [n] })
      say({ kept: n })
    }
  },
  /** The disk fails under a commit. */
  async fault() {
    writeFileSync(faultFile, '')
    for (const text of ['insert into kept values (1)', 'select 1']) {
      await pool.query(text).then(
        () => say({ answered: text }),
        (/** @type {Error} */ error) => say({ refused: error.message }),
      )
    }
  },
  async close() {},
}
await tasks[task]?.()
await database.close()
