// Runs the chosen benchmarks one after the other, and prints the progress and the expected remaining time.
import { OLDER_NODE } from './rows.mjs'

/**
 * @typedef {import('./rows.mjs').Benchmark} Benchmark
 * @typedef {'embedded' | 'PostgreSQL'} Database
 * @typedef {{ label: string, name: string, database: Database, benchmark: Benchmark, expected: number }} Step
 */

/**
 * Returns the chosen benchmarks in the order in which they run.
 * @param {Record<string, Benchmark>} benchmarks
 * @param {{ databases: Database[], names: string[], hasOlderNode: boolean }} chosen
 * @returns {Step[]}
 */
export function stepsOf(benchmarks, { databases, names, hasOlderNode }) {
  return databases.flatMap((database) =>
    Object.entries(benchmarks).flatMap(([name, benchmark]) => {
      const expected = benchmark.seconds[database]
      if (expected === undefined || !names.includes(name) || (name === OLDER_NODE && !hasOlderNode)) return []
      return [{ label: `${name}, ${database}`, name, database, benchmark, expected }]
    }),
  )
}

/**
 * Runs the steps. If a step fails, the others still run.
 * @param {Step[]} steps
 * @param {boolean} usual True if the benchmarks have their default sizes. Only then the remaining time is known.
 * @param {(database: Database) => import('./rows.mjs').Run} runOn
 * @returns {Promise<import('./page/page.mjs').Results>}
 */
export async function runSteps(steps, usual, runOn) {
  /** @type {import('./page/page.mjs').Results} */
  const results = { rows: [], lines: [], seconds: {}, failures: [] }
  for (const [index, { label, database, benchmark }] of steps.entries()) {
    const rest = usual ? remaining(steps, results.seconds) : ''
    console.log(`[${index + 1} of ${steps.length}] Measuring ${label}…${rest}`)
    const started = performance.now()
    try {
      const { rows, lines = [] } = await benchmark.measure(runOn(database))
      results.rows.push(...rows.map((row) => ({ ...row, database })))
      results.lines.push(...lines)
    } catch (error) {
      const failure = `${label} failed: ${error instanceof Error ? error.stack : String(error)}`
      results.failures.push(failure)
      console.error(failure)
    }
    results.seconds[label] = Math.round((performance.now() - started) / 1000)
    console.log(`${label}: ${results.seconds[label]} s`)
  }
  return results
}

/**
 * Returns a sentence about the remaining time. This is the expected duration of the remaining steps, multiplied by the
 * ratio of the actual to the expected duration of the finished steps.
 * @param {Step[]} steps
 * @param {Record<string, number>} seconds
 */
function remaining(steps, seconds) {
  const sum = (/** @type {Step[]} */ some) => some.reduce((total, { expected }) => total + expected, 0)
  const done = steps.filter(({ label }) => label in seconds)
  const taken = done.reduce((total, { label }) => total + (seconds[label] ?? 0), 0)
  const factor = done.length > 0 ? taken / sum(done) : 1
  const left = sum(steps.filter((step) => !done.includes(step))) * factor
  return ` About ${Math.max(1, Math.round(left / 60))} min remain.`
}
