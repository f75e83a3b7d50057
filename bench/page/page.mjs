// Writes the results: the page bench/results.md, which describes the machine and the benchmarks, and a JSON file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { tableOfLines } from '../process-rows.mjs'
import { descriptions } from './descriptions.mjs'
import { median, ratiosOf, tableOf } from './table.mjs'

/**
 * @typedef {object} Facts
 * @property {import('../sizes.mjs').Sizes} sizes
 * @property {import('../sizes.mjs').Form} form
 * @property {string} client The name and version of the client of the accept benchmarks.
 * @property {string[]} servers The names and versions of the database servers.
 * @property {Date} made
 * @property {string[]} leftOut Sentences about benchmarks and programs that were not measured.
 *
 * @typedef {object} Results
 * @property {import('./table.mjs').Row[]} rows
 * @property {import('../processes.mjs').Line[]} lines
 * @property {Record<string, number>} seconds The duration of each benchmark.
 * @property {string[]} failures
 */

/** Members of the team write the page from this heading to its end. */
const OWN_PART = '## Processor time'

/**
 * Writes the generated part of the page, and keeps the part that starts at the heading `OWN_PART`.
 * @param {string} file
 * @param {Results} results
 * @param {Facts} facts
 */
export function writePage(file, results, facts) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kept = old.indexOf(`\n${OWN_PART}\n`)
  writeFileSync(file, `${pageOf(results, facts)}${kept === -1 ? '' : old.slice(kept)}`)
}

/**
 * Writes all results, with the two figures of each pair.
 * @param {string} file
 * @param {Results} results
 * @param {Facts} facts
 */
export function writeJson(file, { rows, lines, seconds, failures }, { form, client, servers, made, leftOut }) {
  const figures = rows.map((row) => ({
    ...row,
    median: median(row.pairs.map(({ ours }) => ours)),
    ratio: ratiosOf(row).length > 0 ? median(ratiosOf(row)) : undefined,
  }))
  const machine = { cores: availableParallelism(), processor: cpus()[0]?.model.trim(), memory: totalmem() }
  const facts = { made, form, node: process.versions.node, client, servers, machine, leftOut }
  const text = JSON.stringify({ ...facts, rows: figures, processes: lines, seconds, failures }, null, 2)
  writeFileSync(file, `${text}\n`)
}

/**
 * @param {Results} results
 * @param {Facts} facts
 * @returns {string} The generated part of the page.
 */
function pageOf({ rows, lines }, { sizes, form, client, servers, made, leftOut }) {
  const command = `npm run bench${form === 'full' ? ' -- --full' : ''}`
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB of memory`
  return `# Benchmark results

This page compares the speed of Carillon with simpler programs and with job libraries. It was measured with
\`${command}\` on ${made.toISOString().slice(0, 10)}: ${cores}, ${memory},
Node ${process.versions.node}, ${servers.join(', ')}. Carillon's databases flush at every commit. The client of the accept
benchmarks is ${client}. The clients, the provider and the database run on the same cores as the service. Do not
compare figures of two machines; ratios are nearly comparable.

The column *Carillon* is Carillon's figure, and *other* is the figure of the program or the case in the column
*compared with*. The ratio is *Carillon* divided by *other*. The target applies to the ratio or, without a ratio, to
Carillon's figure, and the column *met* shows whether it was reached. A row without a target is published for
information. The list below the table describes each benchmark, and [Processor time](#processor-time) explains the
ratios.

${tableOf(rows)}

${[...leftOut, ...descriptions(sizes)].map((line) => `- ${line}`).join('\n')}

Each figure is the median of the measurements, and each ratio is the median of the ratios of the pairs. The column
*pairs* has their number. The two sides of a pair are measured one after the other in the same run.

## Several processes on one PostgreSQL

The first lines show \`api\` processes that accept messages, over 64 connections in total if the line names no other
number. Each key belongs to a different workspace. Each process has its own client, so no load balancer takes processor time. The last lines show
workers that deliver queued messages. The processor times are those of all processes of the service and of PostgreSQL,
for each message. All processes share ${availableParallelism()} cores, so the throughput stops rising when these are
fully used. [Scaling](../docs/scaling.md#several-machines) describes several machines.

${tableOfLines(lines)}
`
}
