// Runs the short benchmarks from start to end. They write their figures; the test does not check the speed.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Row {
  name: string
  database: string
  against: string
  pairs: { ours: number; other: number }[]
}

const script = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url))
const LIBRARIES = ['pg-boss', 'graphile-worker', 'BullMQ']
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-smoke-'))
  // The account of the PostgreSQL server must reach its files in this folder.
  await chmod(folder, 0o755)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

it('runs the benchmarks "accept", "drain" and "processes" on PostgreSQL, and leaves no process and no file', async () => {
  const file = join(folder, 'results.json')
  const names = ['PostgreSQL', 'accept', 'drain', 'processes']
  const { child, output, ended } = start(['--short', '--json', file, ...names], await temporary())
  expect(await ended, output()).toBe(0)
  const { rows, leftOut, processes } = JSON.parse(await readFile(file, 'utf8'))
  const titles = rows.map((row: Row) => `${row.name} | ${row.database} | ${row.against}`)
  expect(titles).toEqual(
    expect.arrayContaining([
      'accept, 8 connections | PostgreSQL | bare route',
      'drain | PostgreSQL | bare undici loop',
      'accept, 2 `api` processes, one key | PostgreSQL | a key for each process',
      'accept, processor time per message, 2 `api` processes | PostgreSQL | 1 `api` process',
      'drain, 2 workers | PostgreSQL | 1 worker',
    ]),
  )
  const sentences: string[] = leftOut
  for (const library of LIBRARIES) {
    const measured = titles.filter((title: string) => title.includes(library))
    const isLeftOut = sentences.some((line) => line.includes(library) || line.startsWith('No job library'))
    expect(measured.length > 0, `${library} was measured, or a sentence gives the reason`).toBe(!isLeftOut)
  }
  // Only Linux reports the processor time of a process.
  const positive = rows.filter(({ unit }: { unit: string }) => unit !== 'µs' || process.platform === 'linux')
  for (const row of positive)
    for (const { ours, other } of row.pairs) expect(Math.min(ours, other), row.name).toBeGreaterThan(0)
  expect(
    processes.map(
      ({ role, processes, keys }: { role: string; processes: number; keys: number }) => `${processes} ${role} ${keys}`,
    ),
  ).toEqual(['1 api 1', '2 api 1', '2 api 2', '2 api 1', '4 api 1', '4 api 4', '1 worker 1', '2 worker 1'])
  await nothingIsLeft(child)
})

it('stops all processes and removes all files when it receives SIGTERM', async () => {
  const { child, output, ended } = start(['--short', 'accept', 'embedded'], await temporary())
  await vi.waitFor(() => expect(output()).toContain('Measuring accept'), { timeout: 120_000, interval: 20 })
  await vi.waitFor(async () => expect(await readdir(join(folder, 'tmp'))).not.toEqual([]), { timeout: 120_000 })
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  await nothingIsLeft(child)
})

it('lists the known benchmarks when a given name is unknown', async () => {
  const { output, ended } = start(['--short', 'acept'], await temporary())
  expect(await ended).toBe(1)
  expect(output()).toMatch(/Unknown benchmark "acept"\. Use accept, .*processes, and embedded or PostgreSQL\./)
})

/** Creates the folder for the temporary files of the command. */
async function temporary(): Promise<string> {
  const path = join(folder, 'tmp')
  await mkdir(path, { mode: 0o755 })
  return path
}

/** Starts the command in its own process group. */
function start(args: string[], TMPDIR: string) {
  const child = spawn(process.execPath, [script, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => text, ended }
}

/** Waits until the process group of the command is empty, and checks that its temporary folder is empty. */
async function nothingIsLeft({ pid }: ChildProcess): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(-(pid ?? 0), 0)).toThrow('ESRCH'), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await readdir(join(folder, 'tmp'))).toEqual([]), { timeout: 20_000 })
}
