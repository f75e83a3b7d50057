// Several processes start for the first time at the same time. Each reads a complete master key file, and all read the
// same key.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createMasterSeal, masterKeyFile } from '../../src/installation/master-key.ts'

const root = mkdtempSync(path.join(tmpdir(), 'carillon-master-key-'))
afterAll(() => rmSync(root, { recursive: true }))

const ROUNDS = 300
const folders = Array.from({ length: ROUNDS }, (_, round) => path.join(root, String(round)))
const sealOf = (dataDir: string) => createMasterSeal(readConfig({ DATA_DIR: dataDir }))

// Waits for each file in a busy loop and reads it as soon as it exists, as a concurrent first start might do.
const READER = `
const { existsSync, readFileSync } = require('node:fs')
const { parentPort, workerData: { files, counter } } = require('node:worker_threads')
const round = new Int32Array(counter)
const read = files.map((file, index) => {
  Atomics.store(round, 0, index + 1)
  while (!existsSync(file));
  return readFileSync(file, 'utf8')
})
parentPort.postMessage(read)`

it('reads a complete master key, even while another process creates the file', async () => {
  const counter = new SharedArrayBuffer(4)
  const round = new Int32Array(counter)
  const files = folders.map(masterKeyFile)
  const reader = new Worker(READER, { eval: true, workerData: { files, counter } })
  const read = new Promise<string[]>((resolve, reject) => {
    reader.once('message', resolve)
    reader.once('error', (error) => {
      Atomics.store(round, 0, ROUNDS + 1)
      reject(error)
    })
  })
  for (const [index, folder] of folders.entries()) {
    while (Atomics.load(round, 0) <= index) await new Promise((resolve) => setImmediate(resolve))
    sealOf(folder)
  }
  expect(await read).toEqual(files.map((file) => readFileSync(file, 'utf8')))
  expect((await read).every((key) => key.length === 43)).toBe(true)
  await reader.terminate()
})

it('reuses the existing master key file and leaves no other file in the folder', () => {
  const [folder] = folders
  const sealed = sealOf(folder!).close('a secret', 'a place')
  expect(sealOf(folder!).open(sealed, 'a place')).toBe('a secret')
  expect(readdirSync(folder!)).toEqual(['master-key'])
})

it.each(['', '\n', 'fifteen letters'])(
  'refuses a master key file that contains %j, and does not change the file',
  (text) => {
    const folder = mkdtempSync(path.join(root, 'unusable-'))
    writeFileSync(masterKeyFile(folder), text)
    expect(() => sealOf(folder)).toThrow(`${masterKeyFile(folder)} contains no master key`)
    expect(readFileSync(masterKeyFile(folder), 'utf8')).toBe(text)
  },
)
