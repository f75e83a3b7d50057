// The benchmarks' result: one table, printed and kept in bench/results.md with the machine it was made on.
import { cpus, totalmem } from 'node:os'
import { descriptions } from './descriptions.mjs'
import { profile } from './profile.mjs'
import { rounded } from './say.mjs'

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} database
 * @property {string} unit of both figures
 * @property {string} [against] what the ratio is to; without it the figure itself is the result
 * @property {string} aim
 * @property {import('./accept.mjs').Pair[]} pairs
 */

/**
 * @param {Row[]} rows
 * @returns {string} a Markdown table
 */
export function tableOf(rows) {
  const lines = rows.map(({ name, database, unit, against = '', aim, pairs }) => {
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
      aim,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| benchmark | database | against | ours | the other | ratio | of the pairs | aim |',
    '|---|---|---|---:|---:|---:|---|---|',
    ...lines,
  ].join('\n')
}

/**
 * @param {string} table
 * @param {string} machines the table of more processes
 * @param {{ sizes: import('./sizes.mjs').Sizes, form: string, postgres: number, made: Date, leftOut: string[] }} facts
 * @returns {string} bench/results.md
 */
export function resultsPage(table, machines, { sizes, form, postgres, made, leftOut }) {
  const [processor] = cpus()
  return `# Benchmark results

Made by \`npm run bench${form === 'full' ? ' -- --full' : ''}\` on ${made.toISOString().slice(0, 10)}: ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory,
Node ${process.versions.node}, PostgreSQL ${postgres}, both databases flushing at every commit. The clients, the provider and the
database run on the same cores as the service. Figures of two machines can't be compared; ratios nearly can.

${table}

${[...leftOut, ...descriptions(sizes)].map((line) => `- ${line}`).join('\n')}

Each figure is the median of ${sizes.accept.pairs}, and each ratio the median of as many pairs, whose halves follow each other in the same run.

## More processes on one PostgreSQL

As many \`api\` processes behind a TCP balancer that hands each connection to the next one in turn, and then as many workers; in
brackets how many times the single one. Here they, the clients, the provider and PostgreSQL share ${cpus().length} cores, so that the curve bends
where these are full. [docs/scaling.md](../docs/scaling.md#more-machines) has the arithmetic for more machines.

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
