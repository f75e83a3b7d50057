// npm run bench: compares Carillon with programs that do only the necessary work, and with job libraries. Arguments
// select benchmarks and databases. `--full` uses the sizes for which the targets are defined. `--short` only checks
// that all benchmarks run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preparePeers } from '../bench/peers/peers.mjs'
import { startPostgres } from '../bench/postgres.mjs'
import { sizesOf } from '../bench/sizes.mjs'
import { resultsPage, tableOf } from '../bench/table.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

/** The benchmark that compares numbers of processes. Its results have a separate table. */
const MACHINES = 'machines'
const FORMS = ['--short', '--full']

const given = process.argv.slice(2)
const form = given.includes('--short') ? 'short' : given.includes('--full') ? 'full' : 'usual'
const sizes = sizesOf(form)
/** Returns those values of `all` that the command line contains. If it contains none of them, returns `all`. */
const named = (/** @type {string[]} */ all) =>
  all.some((one) => given.includes(one)) ? all.filter((one) => given.includes(one)) : all

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  // Import the benchmarks only here, because they use packages that the line above installs if they are missing.
  const { benchmarks } = await import('../bench/rows.mjs')
  const { measureMachines } = await import('../bench/machines.mjs')
  const known = { databases: ['embedded', 'PostgreSQL'], names: [...Object.keys(benchmarks), MACHINES] }
  const unknown = given.find((word) => ![...FORMS, ...known.databases, ...known.names].includes(word))
  if (unknown !== undefined) {
    console.error(`Unknown benchmark "${unknown}". Use ${known.names.join(', ')}, and ${known.databases.join(' or ')}.`)
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
    const { rows, machines, failures } = await measure(
      { benchmarks, measureMachines, databases, names },
      postgres,
      peers.make,
    )
    const table = tableOf(rows)
    console.log(`\n${table}\n${machines ? `\n${machines}\n` : ''}`)
    for (const line of failures) console.error(line)
    if (failures.length > 0) return 1
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
 * Runs the benchmarks. If a benchmark fails, the others still run.
 * @param {Chosen} chosen
 * @param {import('../bench/installation.mjs').Postgres | undefined} server
 * @param {() => Promise<import('../bench/accept.mjs').Peer[]>} makePeers
 */
async function measure({ benchmarks, measureMachines, databases, names }, server, makePeers) {
  /** @type {import('../bench/table.mjs').Row[]} */
  const rows = []
  let machines = ''
  /** @type {string[]} */
  const failures = []
  /**
   * @param {string} label
   * @param {() => Promise<void>} work
   */
  const timed = async (label, work) => {
    console.log(`Measuring ${label}…`)
    const started = performance.now()
    await work().catch((error) => {
      failures.push(`${label} failed: ${error instanceof Error ? error.stack : error}`)
      console.error(failures.at(-1))
    })
    console.log(`${label}: ${Math.round((performance.now() - started) / 1000)} s`)
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
  return { rows, machines, failures }
}
