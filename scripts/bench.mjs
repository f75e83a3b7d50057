// npm run bench: Carillon beside the least that could do its work, and beside others that do it. Words on the command line
// choose benchmarks and databases, `machines` measures more processes of each role; --full takes the sizes that the aims speak of, --short only shows that everything runs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchMachines } from '../bench/machines.mjs'
import { preparePeers } from '../bench/peers/peers.mjs'
import { startPostgres } from '../bench/postgres.mjs'
import { benchmarks } from '../bench/rows.mjs'
import { sizesOf } from '../bench/sizes.mjs'
import { resultsPage, tableOf } from '../bench/table.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

const said = process.argv.slice(2)
const form = said.includes('--short') ? 'short' : said.includes('--full') ? 'full' : 'usual'
const sizes = sizesOf(form)
/** Those of them that were named, or all. */
const named = (/** @type {string[]} */ all) =>
  all.some((one) => said.includes(one)) ? all.filter((one) => said.includes(one)) : all
const databases = named(['embedded', 'PostgreSQL'])
const names = named(Object.keys(benchmarks))

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  if (said.includes('machines')) {
    await ensureBuilt()
    return benchMachines(form === 'short')
  }
  const server = databases.includes('PostgreSQL')
  if (server) await ensureInstalled(join(root, 'bench'))
  await ensureBuilt()
  const postgres = server ? await startPostgres() : undefined
  const peers = await preparePeers(postgres)
  try {
    for (const line of peers.leftOut) console.log(line)
    const rows = await measure(postgres, peers.make)
    const table = tableOf(rows)
    console.log(`\n${table}\n`)
    const whole = databases.length === 2 && names.length === Object.keys(benchmarks).length
    if (postgres && whole && form !== 'short') {
      const page = resultsPage(table, { sizes, postgres: postgres.major, made: new Date(), leftOut: peers.leftOut })
      writeFileSync(join(root, 'bench', 'results.md'), page)
    }
  } finally {
    await peers.stop()
    await postgres?.stop()
  }
})

/**
 * @param {import('../bench/installation.mjs').Postgres | undefined} server
 * @param {() => Promise<import('../bench/accept.mjs').Peer[]>} makePeers
 */
async function measure(server, makePeers) {
  /** @type {import('../bench/table.mjs').Row[]} */
  const rows = []
  for (const database of databases) {
    const postgres = database === 'PostgreSQL' ? server : undefined
    const peers = async () => (postgres ? makePeers() : [])
    for (const name of names) {
      console.log(`Measuring ${name}, ${database}…`)
      const results = await benchmarks[name]?.({ postgres, sizes, peers })
      rows.push(...(results ?? []).map((result) => ({ ...result, database })))
    }
  }
  return rows
}
