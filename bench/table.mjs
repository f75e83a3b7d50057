// The benchmarks' result: one table of ratios, printed and kept in bench/results.md with the machine it was made on.
import { cpus, totalmem } from 'node:os'

/** @typedef {{ name: string, database: string, against: string, aim: number, pairs: import('./accept.mjs').Pair[] }} Row */

/**
 * @param {Row[]} rows
 * @returns {string} a Markdown table
 */
export function tableOf(rows) {
  const lines = rows.map(({ name, database, against, aim, pairs }) => {
    const ratios = pairs.map(({ ours, bare }) => ours / bare)
    const cells = [
      name,
      database,
      against,
      perSecond(pairs.map(({ ours }) => ours)),
      perSecond(pairs.map(({ bare }) => bare)),
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      `≥ ${aim}`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| benchmark | database | against | ours /s | bare /s | ratio | of the pairs | aim |',
    '|---|---|---|---:|---:|---:|---|---|',
    ...lines,
  ].join('\n')
}

/**
 * @param {string} table
 * @param {{ messages: number, pairs: number, postgres: number, made: Date }} facts
 * @returns {string} bench/results.md
 */
export function resultsPage(table, { messages, pairs, postgres, made }) {
  const [processor] = cpus()
  return `# Benchmark results

Made by \`npm run bench\` on ${made.toISOString().slice(0, 10)}: ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory,
Node ${process.versions.node}, PostgreSQL ${postgres}, both databases flushing at every commit. The clients, the provider and the
database run on the same cores as the service. Figures of two machines can't be compared; ratios nearly can.

${table}

- **accept**: single \`POST /v1/send\` over 64 keep-alive connections, each with an idempotency key of its own, a live key, quota
  counted, 1,000 known recipients in turn; a delivering worker takes no part. Against the same Fastify route with the same
  validation and no store.
- **drain**: ${messages.toLocaleString('en')} queued messages sent through one Discord connection to a provider on this machine, and settled.
  Against an undici loop that posts the same bodies with the same concurrency and keeps nothing.

Each ratio is the median of ${pairs} pairs; the two halves of a pair follow each other in the same run.
`
}

/** @param {number[]} values */
function perSecond(values) {
  return Math.round(median(values)).toLocaleString('en')
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
