// Runs the short benchmarks from start to end. They print their table; the test does not check their speed.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url))

it('the benchmarks `accept` and `drain` print ratios when they run with the smallest sizes', {
  timeout: 600_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--short', 'embedded', 'accept', 'drain'])
  const cells = stdout.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const rows = cells.filter(([, name]) => name === 'accept' || name === 'drain')
  expect(rows.map(([, name, database]) => `${name}, ${database}`)).toEqual(['accept, embedded', 'drain, embedded'])
  for (const row of rows) expect(Number(row[6])).toBeGreaterThan(0)
})
