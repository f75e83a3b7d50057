// The thread that runs PGlite. It receives and returns bytes of the wire protocol, and flushes at every commit. This
// file is JavaScript, because Node 20 can start a worker only from a .js file, even if the service runs from its
// sources.

// @ts-check
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Database } from './database.js'

/** @typedef {{ nfd: number }} OpenFile */
/** @typedef {{ NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number }, tryFSOperation: (work: () => void) => void } }} FileSystems */
/** @typedef {{ _PostgresMainLoopOnce: () => void }} Backend */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
// Start to compile PGlite at once, before the message with the directory arrives.
const compiled = compile(fs.readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

// Without -F, every commit is flushed. Small buffers and little WAL are enough for one process with one connection.
// PostgreSQL touches all of its buffers at the start, and a checkpoint writes them in one step. A small statistics target
// makes ANALYZE read 3,000 rows instead of 30,000, because other statements wait meanwhile.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'wal_sync_method=fsync',
    'shared_buffers=16MB',
    'default_statistics_target=10',
    'max_wal_size=96MB',
    'min_wal_size=32MB',
    'log_min_messages=log',
    'log_line_prefix=',
  ].flatMap((setting) => ['-c', setting]),
]

let flushes = 0
/** The last line that PostgreSQL wrote with the level FATAL or PANIC. */
let lastWords = ''

/** @type {Database} */
let database

// The buffer for one response. A copy with the exact length of the response is transferred. If the buffer has become
// large, it is replaced.
const ROOM = 64 * 1024
let answer = new Uint8Array(ROOM)
let length = 0

// Process requests one after the other, because PGlite has only one session.
let turn = Promise.resolve()
port.on('message', (/** @type {{ directory: string } | Uint8Array | 'flushes' | 'close'} */ message) => {
  turn = turn.then(() => serve(message)).catch(die)
})

/**
 * TypeScript declares WebAssembly only in the types for browsers.
 * @param {Uint8Array} bytes
 * @returns {Promise<import('@electric-sql/pglite').PGliteOptions['pgliteWasmModule']>}
 */
function compile(bytes) {
  const { WebAssembly } = /** @type {any} */ (globalThis)
  return WebAssembly.compile(bytes)
}

/** @param {string} directory */
async function open(directory) {
  const files = new NodeFS(directory)
  const init = files.init.bind(files)
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options)
    // Runs before the first file is opened, so that the writes of a recovery are flushed too.
    emscriptenOpts.preRun?.unshift((module) =>
      flushToDisk(/** @type {FileSystems} */ (/** @type {unknown} */ (module))),
    )
    return { emscriptenOpts }
  }
  database = new Database({
    fs: files,
    pgliteWasmModule: await compiled,
    startParams,
    onStderr(line) {
      if (/^(FATAL|PANIC): /.test(line)) lastWords = line
      return false
    },
  })
  await database.waitReady
  endOnFailure(/** @type {Backend} */ (/** @type {unknown} */ (database.Module)))
  port.postMessage('ready')
}

/**
 * Replaces the function of PGlite's file system that ignores fsync. Also flushes directories, because PostgreSQL
 * flushes a directory after it has created or renamed a file in the directory.
 * @param {FileSystems} module
 */
function flushToDisk({ NODEFS }) {
  NODEFS.stream_ops.fsync = (file) => {
    flushes++
    // Return a failure as an errno. PostgreSQL then stops with a panic. This is correct, because the kernel may have
    // discarded the unwritten pages.
    NODEFS.tryFSOperation(() => fs.fdatasyncSync(file.nfd))
    return 0
  }
}

/**
 * Ends the thread when the main loop of PostgreSQL fails. Without this, PGlite ignores the error and calls the loop
 * again. After a panic, an exit or a WebAssembly fault, PGlite would then continue as if there were no error, or would
 * never return. PGlite uses the status 100 to report an error, so this status is not a failure.
 * @param {Backend} backend
 */
function endOnFailure(backend) {
  const once = backend._PostgresMainLoopOnce
  backend._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if (/** @type {{ status?: unknown }} */ (error)?.status !== 100) die(error)
      throw error
    }
  }
}

/** @param {{ directory: string } | Uint8Array | 'flushes' | 'close'} message */
async function serve(message) {
  if (typeof message === 'object' && 'directory' in message) return open(message.directory)
  if (message === 'flushes') return port.postMessage({ flushes })
  if (message === 'close') {
    await database.close()
    return port.postMessage('closed')
  }
  length = 0
  // Do not use execProtocolRaw, because it parses every response and stores the result.
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData: gather })
  const bytes = answer.slice(0, length)
  if (answer.length > ROOM * 16) answer = new Uint8Array(ROOM)
  port.postMessage(bytes, [bytes.buffer])
}

/** @param {Uint8Array} part A view of PGlite's memory. It is valid until PGlite continues. */
function gather(part) {
  if (length + part.length > answer.length) {
    const larger = new Uint8Array(Math.max(answer.length * 2, length + part.length))
    larger.set(answer.subarray(0, length))
    answer = larger
  }
  answer.set(part, length)
  length += part.length
}

/**
 * Reports the reason and ends the thread at once, even during a statement. Committed data is already on the disk.
 * @param {unknown} error
 * @returns {never}
 */
function die(error) {
  port.postMessage({ fatal: lastWords || (error instanceof Error ? error.message : String(error)) })
  return process.exit(1)
}
