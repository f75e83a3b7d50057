// npm run bench: Carillon beside the least that could do its work, and beside others that do it. Words on the command line choose
// benchmarks and databases; --full takes the sizes that the aims speak of, --short only shows that everything runs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preparePeers } from '../bench/peers/peers.mjs'
import { startPostgres } from '../bench/postgres.mjs'
import { sizesOf } from '../bench/sizes.mjs'
import { resultsPage, tableOf } from '../bench/table.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

/** More processes of each role: a table of its own. */
const MACHINES = 'machines'
const FORMS = ['--short', '--full']

const requested = process.argv.slice(2)
const form = requested.includes('--short') ? 'short' : requested.includes('--full') ? 'full' : 'usual'
const sizes = sizesOf(form)
/** Those of them that were named, or all. */
const named = (/** @type {string[]} */ all) =>
  all.some((one) => requested.includes(one)) ? all.filter((one) => requested.includes(one)) : all

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  // What measures takes packages, which a fresh clone had none of until now.
  const { benchmarks } = await import('../bench/rows.mjs')
  const { measureMachines } = await import('../bench/machines.mjs')
  const known = { databases: ['embedded', 'PostgreSQL'], names: [...Object.keys(benchmarks), MACHINES] }
  const unknown = requested.find((word) => ![...FORMS, ...known.databases, ...known.names].includes(word))
  if (unknown !== undefined) {
    console.error(`There is no benchmark "${unknown}": ${known.names.join(', ')}; on ${known.databases.join(' or ')}.`)
    return 2
  }
  const databases = named(known.databases)
  const names = named(known.names)
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  const postgres = databases.includes('PostgreSQL') ? await startPostgres() : undefined
  const peers = await preparePeers(postgres)
  try {
    for (const line of peers.leftOut) console.log(line)
    const { rows, machines, broken } = await measure(
      { benchmarks, measureMachines, databases, names },
      postgres,
      peers.make,
    )
    const table = tableOf(rows)
    console.log(`\n${table}\n${machines ? `\n${machines}\n` : ''}`)
    for (const line of broken) console.error(line)
    if (broken.length > 0) return 1
    const whole = databases.length === known.databases.length && names.length === known.names.length
    if (!whole || form === 'short') return 0
    const facts = { sizes, form, postgres: postgres?.major ?? 0, made: new Date(), leftOut: peers.leftOut }
    writeFileSync(join(root, 'bench', 'results.md'), resultsPage(table, machines, facts))
    console.log('Written to bench/results.md.')
    return 0
  } finally {
    await peers.stop()
    await postgres?.stop()
  }
})

/**
 * @typedef {object} Chosen
 * @property {typeof import('../bench/rows.mjs').benchmarks} benchmarks
 * @property {typeof import('../bench/machines.mjs').measureMachines} measureMachines
 * @property {string[]} databases
 * @property {string[]} names
 */

/**
 * One benchmark that breaks takes no other with it.
 * @param {Chosen} chosen
 * @param {import('../bench/installation.mjs').Postgres | undefined} server
 * @param {() => Promise<import('../bench/accept.mjs').Peer[]>} makePeers
 */
async function measure({ benchmarks, measureMachines, databases, names }, server, makePeers) {
  /** @type {import('../bench/table.mjs').Row[]} */
  const rows = []
  let machines = ''
  /** @type {string[]} */
  const broken = []
  /**
   * @param {string} what
   * @param {() => Promise<void>} work
   */
  const timed = async (what, work) => {
    console.log(`Measuring ${what}…`)
    const started = performance.now()
    await work().catch((error) => {
      broken.push(`${what} broke: ${error instanceof Error ? error.stack : error}`)
      console.error(broken.at(-1))
    })
    console.log(`${what}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
  for (const database of databases) {
    const postgres = database === 'PostgreSQL' ? server : undefined
    const peers = async () => (postgres ? makePeers() : [])
    for (const name of names.filter((one) => one !== MACHINES))
      await timed(`${name}, ${database}`, async () => {
        const results = await benchmarks[name]?.({ postgres, sizes, peers })
        rows.push(...(results ?? []).map((result) => ({ ...result, database })))
      })
  }
  if (server && names.includes(MACHINES))
    await timed(MACHINES, async () => {
      machines = await measureMachines(server, sizes.machines)
    })
  return { rows, machines, broken }
}
