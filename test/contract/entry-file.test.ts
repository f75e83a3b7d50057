// The entry file of the command `carillon`: its output before the service is built, and the compiled code that it
// stores for later runs.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const hasCache = 'enableCompileCache' in module

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-entry-'))
  cpSync(path.join(root, 'bin'), path.join(folder, 'bin'), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const compiled = () => path.join(folder, 'dist', 'compiled')

/** Copies the built service into the folder. */
function build(): void {
  const isBuilt = (file: string) => path.basename(file) !== 'compiled'
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true, filter: isBuilt })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
}

/** Runs the command in the folder, and returns its exit code and its output. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'bin', 'carillon.js'), ...args], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function compiledFiles(): string[] {
  return readdirSync(compiled(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

it('names the command that builds the service, if the service was not built', () => {
  expect(run('--version')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Carillon has not been built yet. Run `npm start` once, or `npm run build`.\n',
  })
})

it.runIf(hasCache)('stores the compiled code in dist/compiled', () => {
  build()
  expect(run('--version')).toMatchObject({ status: 0, stderr: '' })
  expect(compiledFiles()).not.toEqual([])
})

it.runIf(hasCache)('works with damaged compiled code', () => {
  build()
  const first = run('--version')
  for (const file of compiledFiles()) writeFileSync(file, 'damaged')
  expect(run('--version')).toEqual(first)
})

it.runIf(hasCache)('works without compiled code if the folder cannot be created', () => {
  build()
  writeFileSync(compiled(), 'a file, not a folder')
  expect(run('--version')).toMatchObject({ status: 0, stderr: '' })
})

it.skipIf(hasCache)('works without compiled code on a version of Node that cannot store compiled code', () => {
  build()
  expect(run('--version')).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(compiled())).toBe(false)
})
