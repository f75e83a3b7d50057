// npm run bench: ratios of the service to the least that could do its work. --full drains 100,000 messages, --short is a smoke run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureAccept } from '../bench/accept.mjs'
import { measureDrain } from '../bench/drain.mjs'
import { benchMachines } from '../bench/machines.mjs'
import { startPostgres } from '../bench/postgres.mjs'
import { resultsPage, tableOf } from '../bench/table.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

const short = process.argv.includes('--short')
const pairs = short ? 1 : 3
const accept = { pairs, seconds: short ? 0.3 : 5, warmUp: short ? 0.1 : 2 }
const drain = { pairs, messages: short ? 500 : process.argv.includes('--full') ? 100_000 : 20_000 }
/** Only the benchmarks and databases named on the command line, or all. */
const wanted = (/** @type {string} */ name, /** @type {string[]} */ ...all) =>
  process.argv.includes(name) || !all.some((one) => process.argv.includes(one))

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  if (process.argv.includes('machines')) return benchMachines(short)
  const server = wanted('PostgreSQL', 'embedded', 'PostgreSQL') ? await startPostgres() : undefined
  try {
    const databases = [
      { database: 'embedded', postgres: undefined },
      { database: 'PostgreSQL', postgres: server },
    ].filter(({ database }) => wanted(database, 'embedded', 'PostgreSQL'))
    /** @type {import('../bench/table.mjs').Row[]} */
    const rows = []
    for (const { database, postgres } of databases) {
      if (wanted('accept', 'accept', 'drain')) {
        console.log(`Measuring accept, ${database}…`)
        const measured = await measureAccept(postgres, accept)
        rows.push({ name: 'accept', database, against: 'bare route', aim: 0.3, pairs: measured })
      }
      if (wanted('drain', 'accept', 'drain')) {
        console.log(`Measuring drain, ${database}…`)
        const measured = await measureDrain(postgres, drain)
        rows.push({ name: 'drain', database, against: 'bare undici loop', aim: 0.5, pairs: measured })
      }
    }
    const table = tableOf(rows)
    console.log(`\n${table}\n`)
    if (server && rows.length === 4 && !short) {
      const page = resultsPage(table, { messages: drain.messages, pairs, postgres: server.major, made: new Date() })
      writeFileSync(join(root, 'bench', 'results.md'), page)
    }
  } finally {
    await server?.stop()
  }
})
