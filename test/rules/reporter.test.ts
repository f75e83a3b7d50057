// `npm test` ends its output with each failure (name, place and message), and with the counts as the last line.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carillon-reporter-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs test files with this content. Returns the exit code, the output, and the summary for scripts. */
async function runTests(files: Record<string, string>, ...options: string[]) {
  const only = mkdtempSync(path.join(folder, 'only-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(only, name), text)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reporter = path.join(root, 'test/reporter.ts')
  const args = [vitest, 'run', '--root', only, '--globals', '--reporter', 'default', '--reporter', reporter, ...options]
  const file = path.join(only, 'summary.json')
  const env = { PATH: process.env.PATH, TEST_SUMMARY: file, NO_COLOR: '1' }
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env, cwd: only }, (_error, text) =>
      resolve({ code: child.exitCode ?? -1, output: text }),
    )
  })
  return { code, output, summary: JSON.parse(readFileSync(file, 'utf8')) }
}

it('ends the output of a test run with the name, place and message of every failure, followed by the counts', async () => {
  const { code, output, summary } = await runTests({
    'values.test.ts': `describe('values', () => {
  it('are equal', () => {
    expect({ a: 1 }).toEqual({ a: 2 })
  })
  it('pass', () => {})
  it.skip('are skipped', () => {})
})`,
    'hooks.test.ts': `describe('hooks', () => { beforeAll(() => { throw new Error('no server') }); it('never runs', () => {}) })`,
    'imports.test.ts': `throw new TypeError('no such module')`,
    'later.test.ts': `it('ends early', () => { setTimeout(() => { throw new Error('unhandled') }, 1); return new Promise((r) => setTimeout(r, 200)) })`,
    'many.test.ts': `it('throws lines', () => { throw new Error(Array.from({ length: 50 }, (_, n) => 'line ' + n).join('\\n')) })`,
  })
  expect(code).toBe(1)
  const end = output.slice(output.lastIndexOf('\nFailed:\n'))
  expect(end).toMatch(
    / {2}\d\. values\.test\.ts > values > are equal\n {5}values\.test\.ts:3\n {5}AssertionError: .+\n/,
  )
  expect(end).toMatch(/ {5}- {3}"a": 2,\n {5}\+ {3}"a": 1,/)
  expect(end).toMatch(/hooks\.test\.ts > hooks\n {5}hooks\.test\.ts:1\n {5}Error: no server\n/)
  expect(end).toMatch(/imports\.test\.ts\n {5}imports\.test\.ts:1\n {5}TypeError: no such module\n/)
  expect(end).toMatch(/Unhandled error\n {5}\S*later\.test\.ts\S*\n {5}Error: unhandled\n/)
  expect(end).toMatch(/many\.test\.ts > throws lines\n/)
  expect(end).toContain('line 11\n')
  expect(end).not.toContain('line 12\n')
  expect(end).toMatch(/\n2 passed, 5 failed, 2 skipped\n$/)
  expect(output).toMatch(/\nSlowest files: later\.test\.ts 0\.\d s, /)
  expect(summary).toMatchObject({ passed: 2, failed: 5, skipped: 2 })
  expect(summary.failures).toHaveLength(5)
})

it('ends the output with only the counts if no test failed', async () => {
  const { code, output } = await runTests({ 'one.test.ts': `it('passes', () => {})` })
  expect(code).toBe(0)
  expect(output).not.toContain('Failed:')
  expect(output).toMatch(/\n1 passed, 0 failed, 0 skipped\n$/)
})

it('counts a test run that ends before its tests as a failure', async () => {
  const { code, output } = await runTests({ 'one.test.ts': `it('passes', () => {})` }, 'no-such-file')
  expect(code).toBe(1)
  expect(output).toMatch(
    /The test run\n {5}no file\n {5}It ended early, with exit code 1\.\n\n0 passed, 1 failed, 0 skipped\n$/,
  )
})
