// npm run bench: compares Carillon with programs that do only the necessary work, and with job libraries. Arguments
// select benchmarks and databases. `--full` uses the largest sizes. `--short` only checks that all benchmarks run.
// `--json FILE` writes the figures of all pairs.
import { join, resolve } from 'node:path'
import { preparePeers } from '../bench/peers/peers.mjs'
import { startPostgres } from '../bench/postgres.mjs'
import { sizesOf } from '../bench/sizes.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { olderNode, runOnRecommendedNode } from './recommended-node.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root, SetupError } from './setup.mjs'

/** @type {import('../bench/run.mjs').Database[]} */
const DATABASES = ['embedded', 'PostgreSQL']

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  const { form, json, words } = readArguments(process.argv.slice(2))
  // The short form is part of `npm test`, so it installs nothing and uses the Node that runs the tests.
  const isShort = form === 'short'
  await ensureInstalled()
  // Import the benchmarks only here, because the line above installs the packages that the benchmarks import.
  const { benchmarks, OLDER_NODE } = await import('../bench/rows.mjs')
  const { databases, names } = choose(words, Object.keys(benchmarks))
  const recommended = isShort ? {} : await runOnRecommendedNode(import.meta.filename, process.argv.slice(2))
  if (recommended.code !== undefined) return recommended.code
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  const { writeJson, writePage } = await import('../bench/page/page.mjs')
  const postgres = databases.includes('PostgreSQL') ? await startPostgres() : undefined
  const peers = await preparePeers(postgres, !isShort).catch(async (error) => {
    await postgres?.stop()
    throw error
  })
  try {
    const older = postgres && names.includes(OLDER_NODE) ? await olderNode(!isShort) : {}
    const leftOut = [recommended.reason, older.reason, ...peers.leftOut].filter((one) => one !== undefined)
    const { results, facts } = await measure({ databases, names, form, postgres, peers, older: older.node, leftOut })
    if (json !== undefined) writeJson(json, results, facts)
    if (results.failures.length > 0) return 1
    const isWhole = databases.length === DATABASES.length && names.length === Object.keys(benchmarks).length
    if (!isWhole || isShort) return 0
    writePage(join(root, 'bench', 'results.md'), results, facts)
    console.log('Written to bench/results.md.')
    return 0
  } finally {
    await peers.stop()
    await postgres?.stop()
  }
})

/**
 * @typedef {object} Chosen
 * @property {import('../bench/run.mjs').Database[]} databases
 * @property {string[]} names
 * @property {import('../bench/sizes.mjs').Form} form
 * @property {import('../bench/installation.mjs').Postgres | undefined} postgres
 * @property {import('../bench/peers/peers.mjs').Peers} peers
 * @property {import('../bench/rows.mjs').Run['olderNode']} older
 * @property {string[]} leftOut
 */

/**
 * Runs the chosen benchmarks, and prints their results.
 * @param {Chosen} chosen
 */
async function measure({ databases, names, form, postgres, peers, older, leftOut: missing }) {
  const { benchmarks } = await import('../bench/rows.mjs')
  const { runSteps, stepsOf } = await import('../bench/run.mjs')
  const { tableOf } = await import('../bench/page/table.mjs')
  const { tableOfLines } = await import('../bench/process-rows.mjs')
  const { clientName } = await import('../bench/client.mjs')
  const client = clientName()
  const leftOut = [...missing, ...(client.reason === undefined ? [] : [client.reason])]
  for (const line of leftOut) console.log(line)
  const sizes = sizesOf(form)
  const steps = stepsOf(benchmarks, { databases, names, hasOlderNode: older !== undefined })
  const results = await runSteps(steps, form === 'usual', (database) => ({
    postgres: database === 'PostgreSQL' ? postgres : undefined,
    sizes,
    peers: async () => (database === 'PostgreSQL' ? peers.make() : []),
    olderNode: older,
  }))
  const lines = results.lines.length > 0 ? `\n${tableOfLines(results.lines)}\n` : ''
  console.log(`\n${tableOf(results.rows)}\n${lines}`)
  for (const line of results.failures) console.error(line)
  const servers = [...(postgres ? [`PostgreSQL ${postgres.major}`] : []), ...peers.servers]
  return { results, facts: { sizes, form, client: client.name, servers, made: new Date(), leftOut } }
}

/**
 * @param {string[]} given
 * @returns {{ form: import('../bench/sizes.mjs').Form, json: string | undefined, words: string[] }}
 */
function readArguments(given) {
  const words = [...given]
  const take = (/** @type {string} */ option) => words.includes(option) && words.splice(words.indexOf(option), 1)
  const form = take('--short') ? 'short' : take('--full') ? 'full' : 'usual'
  const at = words.indexOf('--json')
  if (at === -1) return { form, json: undefined, words }
  const [, file] = words.splice(at, 2)
  if (file === undefined || file.startsWith('--'))
    throw new SetupError('Give a file after --json, such as --json b.json.')
  return { form, json: resolve(file), words }
}

/**
 * Returns the databases and the benchmarks that the command line names. Without a name, all are chosen.
 * @param {string[]} words
 * @param {string[]} all The names of all benchmarks.
 */
function choose(words, all) {
  const databases = DATABASES.filter((one) => words.includes(one))
  const names = all.filter((one) => words.includes(one))
  const unknown = words.find((word) => !all.includes(word) && !DATABASES.some((one) => one === word))
  if (unknown !== undefined)
    throw new SetupError(`Unknown benchmark "${unknown}". Use ${all.join(', ')}, and ${DATABASES.join(' or ')}.`)
  return { databases: databases.length > 0 ? databases : DATABASES, names: names.length > 0 ? names : all }
}
