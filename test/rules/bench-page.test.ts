// The results of the benchmarks: their table, their page, and the order of the steps.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Facts, writeJson, writePage } from '../../bench/page/page.mjs'
import { type Row, tableOf } from '../../bench/page/table.mjs'
import { rowsOfLines, tableOfLines } from '../../bench/process-rows.mjs'
import type { Line } from '../../bench/processes.mjs'
import { type Benchmark, benchmarks } from '../../bench/rows.mjs'
import { runSteps, stepsOf } from '../../bench/run.mjs'
import { sizesOf } from '../../bench/sizes.mjs'

const folder = mkdtempSync(join(tmpdir(), 'carillon-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const row = (more: Partial<Row>): Row => ({ name: 'drain', database: 'embedded', unit: '/s', pairs: [], ...more })
const cellsOf = (one: Row) => tableOf([one]).split('\n')[2]?.split(' | ') ?? []

describe('table of results', () => {
  it('compares the median of the ratios with the target', () => {
    const pairs = [
      { ours: 10, other: 100 },
      { ours: 30, other: 100 },
      { ours: 20, other: 100 },
    ]
    const missed = cellsOf(row({ against: 'a loop', pairs, target: { sign: '≥', value: 0.25 } }))
    expect(missed.slice(3)).toEqual(['20 /s', '100 /s', '0.20', '0.10–0.30', '3', '≥ 0.25', 'no |'])
    expect(cellsOf(row({ against: 'a loop', pairs, target: { sign: '≥', value: 0.2 } })).at(-1)).toBe('yes |')
  })

  it('compares the median figure with the target when a row has no ratio', () => {
    const pairs = [{ ours: 49 }, { ours: 51 }, { ours: 90 }]
    const cells = cellsOf(row({ name: 'latency', unit: 'ms', pairs, target: { sign: '≤', value: 50 } }))
    expect(cells.slice(3)).toEqual(['51 ms', '', '', '', '3', '≤ 50 ms', 'no |'])
  })

  it('leaves the result empty when a row has no target', () => {
    expect(cellsOf(row({ pairs: [{ ours: 1 }] })).slice(-2)).toEqual(['', ' |'])
  })
})

const facts: Facts = {
  sizes: sizesOf('usual'),
  form: 'usual',
  client: 'wrk 4.1.0',
  servers: ['PostgreSQL 18'],
  made: new Date('2026-01-02T03:04:05Z'),
  leftOut: ['BullMQ was not measured: `redis-server` is not installed on this machine.'],
}
const figures = (perSecond: number, service: number) => ({ perSecond, service, postgres: 50 })
const lines: Line[] = [
  { role: 'api', processes: 1, keys: 1, measured: [figures(100, 100)] },
  { role: 'api', processes: 2, keys: 1, measured: [figures(150, 130)] },
  { role: 'api', processes: 2, keys: 2, measured: [figures(200, 130)] },
]
const results = {
  rows: [row({ pairs: [{ ours: 1, other: 2 }] })],
  lines,
  seconds: { 'drain, embedded': 3 },
  failures: [],
}

describe('page of results', () => {
  it('replaces the generated part and keeps the part about processor time', () => {
    const file = join(folder, 'results.md')
    writeFileSync(file, '# Old\n\nold text\n\n## Processor time\n\nA message takes 7 µs.\n')
    writePage(file, results, facts)
    writePage(file, results, facts)
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# Benchmark results\n/)
    expect(text).not.toContain('old text')
    expect(text.endsWith('|\n\n## Processor time\n\nA message takes 7 µs.\n')).toBe(true)
    expect(text).toContain('- BullMQ was not measured')
    expect(text).toContain('benchmarks is wrk 4.1.0.')
    expect(text).toContain(`Node ${process.versions.node}, PostgreSQL 18.`)
  })

  it('writes the two figures of each pair and the durations as JSON', () => {
    const file = join(folder, 'results.json')
    writeJson(file, results, facts)
    const written = JSON.parse(readFileSync(file, 'utf8'))
    expect(written.rows).toEqual([expect.objectContaining({ pairs: [{ ours: 1, other: 2 }], ratio: 0.5, median: 1 })])
    expect(written.processes).toEqual(lines)
    expect(written.seconds).toEqual({ 'drain, embedded': 3 })
  })
})

describe('comparison of several processes', () => {
  it('compares the results of one key and of several keys, and the processor times of one process and of several processes', () => {
    const [keys, time] = rowsOfLines(lines)
    expect(keys).toMatchObject({ pairs: [{ ours: 150, other: 200 }], target: { sign: '≥', value: 0.95 } })
    expect(time).toMatchObject({ pairs: [{ ours: 180, other: 150 }], target: { sign: '≤', value: 1.15 } })
    expect(tableOfLines(lines)).toContain('| 2 `api` processes, a key each | 200 | 2.00 | 130 | 50 | 180 |')
  })
})

describe('steps of the benchmark', () => {
  const all = { names: Object.keys(benchmarks), hasOlderNode: true }

  it('the steps of the benchmarks need at most 25 minutes with the default sizes', () => {
    const steps = stepsOf(benchmarks, { ...all, databases: ['embedded', 'PostgreSQL'] })
    expect(steps.reduce((sum, { expected }) => sum + expected, 0)).toBeLessThanOrEqual(25 * 60)
  })

  it('plans no benchmark on a database that the benchmark does not support, and none on Node 20 if Node 20 is missing', () => {
    const labels = (chosen: Parameters<typeof stepsOf>[1]) => stepsOf(benchmarks, chosen).map(({ label }) => label)
    expect(labels({ ...all, databases: ['embedded'] })).not.toContain('processes, embedded')
    expect(labels({ ...all, databases: ['PostgreSQL'] })).toContain('node-20, PostgreSQL')
    expect(labels({ ...all, databases: ['PostgreSQL'], hasOlderNode: false })).not.toContain('node-20, PostgreSQL')
  })

  it('runs the next step of the benchmarks after a failed step, and reports the failure', async () => {
    const rows = [{ name: 'b', unit: '/s', pairs: [{ ours: 1 }] }]
    const own: Record<string, Benchmark> = {
      a: { seconds: { embedded: 1 }, measure: () => Promise.reject(new Error('no port')) },
      b: { seconds: { embedded: 1 }, measure: async () => ({ rows }) },
    }
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const steps = stepsOf(own, { databases: ['embedded'], names: ['a', 'b'], hasOlderNode: false })
    const run = { postgres: undefined, sizes: facts.sizes, peers: async () => [], olderNode: undefined }
    const { rows: measured, failures } = await runSteps(steps, true, () => run).finally(() => vi.restoreAllMocks())
    expect(failures).toEqual([expect.stringContaining('a, embedded failed: Error: no port')])
    expect(measured).toEqual([{ ...rows[0], database: 'embedded' }])
  })
})
