// Formats the results of the benchmarks: a Markdown table, and the page bench/results.md, which describes the machine.
import { cpus, totalmem } from 'node:os'
import { descriptions } from './descriptions.mjs'
import { profile } from './profile.mjs'
import { rounded } from './progress.mjs'

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} database
 * @property {string} unit The unit of both figures.
 * @property {string} [against] The program that Carillon is compared with. Without it, the row has no ratio.
 * @property {string} target
 * @property {import('./accept.mjs').Pair[]} pairs
 */

/**
 * @param {Row[]} rows
 * @returns {string} A Markdown table.
 */
export function tableOf(rows) {
  const lines = rows.map(({ name, database, unit, against = '', target, pairs }) => {
    const ratios = pairs.flatMap(({ ours, other }) => (other === undefined ? [] : [ours / other]))
    const others = pairs.flatMap(({ other }) => (other === undefined ? [] : [other]))
    const cells = [
      name,
      database,
      against,
      figure(
        pairs.map(({ ours }) => ours),
        unit,
      ),
      others.length > 0 ? figure(others, unit) : '',
      ratios.length > 0 ? median(ratios).toFixed(2) : '',
      ratios.length > 0 ? `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}` : '',
      target,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| benchmark | database | compared with | Carillon | other | ratio | range of ratios | target |',
    '|---|---|---|---:|---:|---:|---|---|',
    ...lines,
  ].join('\n')
}

/**
 * @param {string} table
 * @param {string} machines The table that compares numbers of processes.
 * @param {{ sizes: import('./sizes.mjs').Sizes, form: string, postgres: number, made: Date, leftOut: string[] }} facts
 * @returns {string} The text of bench/results.md.
 */
export function resultsPage(table, machines, { sizes, form, postgres, made, leftOut }) {
  const [processor] = cpus()
  return `# Benchmark results

This page compares the speed of Carillon with simpler programs and with job libraries. It was measured with \`npm run bench${form === 'full' ? ' -- --full' : ''}\` on ${made.toISOString().slice(0, 10)}: ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory,
Node ${process.versions.node}, PostgreSQL ${postgres}. Both databases flush at every commit. The clients, the provider and the
database run on the same cores as the service. Do not compare figures of two machines; ratios are nearly comparable.

The column *Carillon* is Carillon's figure, and *other* is the figure of the program or the case in the column *compared with*. The ratio is *Carillon*
divided by *other*. The target applies to the ratio or, without a ratio, to Carillon's figure. Not every target is met. The list below the table
describes each benchmark, and [Processor time](#processor-time) explains the ratios.

${table}

${[...leftOut, ...descriptions(sizes)].map((line) => `- ${line}`).join('\n')}

Each figure is the median of ${sizes.accept.pairs} measurements. Each ratio is the median of as many pairs; the two sides of a pair are measured one after the other in the
same run.

## Several processes on one PostgreSQL

The \`api\` processes run behind a TCP load balancer that assigns each connection to the next process in turn. When they have finished, the same number of workers delivers. The
number in brackets is the factor compared with a single process. The processes, the clients, the provider and PostgreSQL share ${cpus().length} cores, so the throughput stops rising when these
are fully used. [Scaling](../docs/scaling.md#more-machines) has the arithmetic for more machines.

${machines}

${profile}`
}

/**
 * @param {number[]} values
 * @param {string} unit
 */
function figure(values, unit) {
  const value = median(values)
  return Number.isNaN(value) ? '' : `${rounded(value)} ${unit}`
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
