// The check of regular expressions, run as `npm run check` runs it, on sources of its own.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const script = path.resolve(import.meta.dirname, '../../scripts/expressions.mjs')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carillon-expressions-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Checks a folder that holds `source` alone; answers the exit code and the lines. */
function check(source: string, name = 'source.ts'): Promise<{ code: number; output: string }> {
  const only = mkdtempSync(path.join(folder, 'only-'))
  writeFileSync(path.join(only, name), source)
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, only], (_error, output) =>
      resolve({ code: child.exitCode ?? -1, output }),
    )
  })
}

it.each([
  ['an address with a query', String.raw`text.replace(/(https?:\/\/[^\s?]*)\?\S*/gi, '')`],
  ['white space at the end', String.raw`text.replace(/^\s+|\s+$|[!-/:-@[-\u0060{-~\n]/g, '')`],
  ['two repetitions in a row', String.raw`/\bMastodon\/[\d.]+.*\bBot\b/i.test(text)`],
  ['nested repetitions', 'const a = /^(a+)+$/'],
  ['constant text', "const a = new RegExp('^(a|a)*$', 'u')"],
  ['the pattern of a JSON schema', "const schema = { type: 'string', pattern: '^(a+)+$' }"],
])('the check of regular expressions refuses %s that takes more than linear time', async (_title, source) => {
  const { code, output } = await check(`const first = 1\nexport { first }\n${source}\n`)
  expect(output).toMatch(/source\.ts:3 /)
  expect(output).toMatch(/takes (2nd degree polynomial|exponential) time/)
  expect(code).toBe(1)
})

it('the check of regular expressions refuses text that only the running program knows', async () => {
  const { code, output } = await check('export const find = (name: string) => new RegExp(name)\n')
  expect(output).toContain('source.ts:1 new RegExp(name)')
  expect(code).toBe(1)
})

it('the check of regular expressions passes linear ones, in TypeScript and in JSX', async () => {
  const source =
    "const a = <b title={/^[a-z]+$/i.source}>{'x'.replace(/[&<>]/g, '')}</b>\nconst c = { pattern: '^[0-9]{1,9}$' }\n"
  expect(await check(source, 'source.tsx')).toEqual({ code: 0, output: '3 regular expressions, 0 problems.\n' })
})
