// The master key's file on a first start: whoever finds it reads a whole key, and everybody the same one.
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

// Waits for each file in a busy loop and reads it as soon as it exists, as another first start might do.
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

it('a start that finds the key file reads the whole key, even at the moment of its creation', async () => {
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

it('a second start takes the key that is there, and nothing but the key is left in the folder', () => {
  const [folder] = folders
  const sealed = sealOf(folder!).close('a secret', 'a place')
  expect(sealOf(folder!).open(sealed, 'a place')).toBe('a secret')
  expect(readdirSync(folder!)).toEqual(['master-key'])
})

it.each(['', '\n', 'fifteen letters'])('a file that holds %j is refused with a sentence, and left as it is', (text) => {
  const folder = mkdtempSync(path.join(root, 'unusable-'))
  writeFileSync(masterKeyFile(folder), text)
  expect(() => sealOf(folder)).toThrow(`${masterKeyFile(folder)} contains no master key`)
  expect(readFileSync(masterKeyFile(folder), 'utf8')).toBe(text)
})
