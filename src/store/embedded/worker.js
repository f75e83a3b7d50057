// The thread PGlite lives in: takes wire-protocol bytes, answers wire-protocol bytes, flushes on every commit.
// Plain JavaScript, because Node 20 starts a worker from a .js file only, also when the rest runs from source.
// @ts-check
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {{ nfd: number }} OpenFile */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const { directory } = /** @type {{ directory: string }} */ (workerData)

// Without -F every commit asks for a flush. Small buffers and little WAL: one process, one connection, one machine.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'wal_sync_method=fsync',
    'shared_buffers=32MB',
    'max_wal_size=96MB',
    'min_wal_size=32MB',
    'wal_recycle=on',
  ].flatMap((setting) => ['-c', setting]),
]

const database = await PGlite.create({ dataDir: directory, startParams })

// As shipped, PGlite's file system answers fsync without doing it.
let flushes = 0
const fileSystem = /** @type {any} */ (database).mod
const streams = (fileSystem.FS.filesystems?.NODEFS ?? fileSystem.NODEFS).stream_ops
streams.fsync = (/** @type {OpenFile} */ file) => {
  flushes++
  fs.fdatasyncSync(file.nfd)
}

// Bytes are answered one request after the other: PGlite is a single session.
let turn = Promise.resolve()
port.on('message', (/** @type {Uint8Array | 'flushes' | 'close'} */ message) => {
  turn = turn.then(() => serve(message))
})
port.postMessage('ready')

/** @param {Uint8Array | 'flushes' | 'close'} message */
async function serve(message) {
  if (message === 'flushes') return port.postMessage({ flushes })
  if (message === 'close') {
    await database.close()
    return port.postMessage('closed')
  }
  const answer = await database.execProtocolRaw(message)
  // The answer may be a view of PGlite's own memory: a copy of exactly these bytes is handed over.
  const bytes = answer.slice()
  port.postMessage(bytes, [bytes.buffer])
}
