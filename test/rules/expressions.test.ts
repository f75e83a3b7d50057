// Runs the check of regular expressions on example sources, as `npm run check` does.
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

/** Checks a folder that contains only `source`. Returns the exit code and the output. */
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
  ['a URL pattern with a query', String.raw`text.replace(/(https?:\/\/[^\s?]*)\?\S*/gi, '')`],
  ['white space at the end', String.raw`text.replace(/^\s+|\s+$|[!-/:-@[-\u0060{-~\n]/g, '')`],
  ['two repetitions in a row', String.raw`/\bMastodon\/[\d.]+.*\bBot\b/i.test(text)`],
  ['nested repetitions', 'const a = /^(a+)+$/'],
  ['constant text', "const a = new RegExp('^(a|a)*$', 'u')"],
  ['the pattern of a JSON schema', "const schema = { type: 'string', pattern: '^(a+)+$' }"],
])('refuses a regular expression that needs more than linear time: %s', async (_title, source) => {
  const { code, output } = await check(`const first = 1\nexport { first }\n${source}\n`)
  expect(output).toMatch(/source\.ts:3 /)
  expect(output).toMatch(/takes (2nd degree polynomial|exponential) time/)
  expect(code).toBe(1)
})

it('refuses a regular expression whose text is known only at run time', async () => {
  const { code, output } = await check('export const find = (name: string) => new RegExp(name)\n')
  expect(output).toContain('source.ts:1 new RegExp(name)')
  expect(code).toBe(1)
})

it('accepts linear regular expressions in TypeScript and in JSX', async () => {
  const source =
    "const a = <b title={/^[a-z]+$/i.source}>{'x'.replace(/[&<>]/g, '')}</b>\nconst c = { pattern: '^[0-9]{1,9}$' }\n"
  expect(await check(source, 'source.tsx')).toEqual({ code: 0, output: '3 regular expressions, 0 problems.\n' })
})
