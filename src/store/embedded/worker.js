// The thread that runs PGlite: it receives and returns wire-protocol bytes, and flushes at every commit. Plain
// JavaScript, because Node 20 starts a worker only from a .js file, also when the service runs from source.
// @ts-check
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @typedef {{ nfd: number }} OpenFile */
/** @typedef {{ NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number }, tryFSOperation: (work: () => void) => void } }} FileSystems */
/** @typedef {{ _PostgresMainLoopOnce: () => void }} Backend */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
// Starts at once. The directory arrives with the first message.
const compiled = compile(fs.readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))

// Without -F every commit flushes. Small buffers and little WAL fit one process with one connection.
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'wal_sync_method=fsync',
    'shared_buffers=32MB',
    'max_wal_size=96MB',
    'min_wal_size=32MB',
    'log_min_messages=log',
    'log_line_prefix=',
  ].flatMap((setting) => ['-c', setting]),
]

let flushes = 0
/** PostgreSQL's last FATAL or PANIC line. */
let lastWords = ''

/** @type {PGlite} */
let database

// Buffer for one response. An exact copy of the response is transferred. A buffer that has grown large is replaced.
const ROOM = 64 * 1024
let answer = new Uint8Array(ROOM)
let length = 0

// Requests run one after the other: PGlite has a single session.
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
    // Runs before the first file is opened, so that recovery's writes are flushed too.
    emscriptenOpts.preRun?.unshift((module) =>
      flushToDisk(/** @type {FileSystems} */ (/** @type {unknown} */ (module))),
    )
    return { emscriptenOpts }
  }
  database = await PGlite.create({
    fs: files,
    pgliteWasmModule: await compiled,
    startParams,
    onStderr(line) {
      if (/^(FATAL|PANIC): /.test(line)) lastWords = line
      return false
    },
  })
  endOnFailure(/** @type {Backend} */ (/** @type {unknown} */ (database.Module)))
  port.postMessage('ready')
}

/**
 * PGlite's file system ignores fsync. This replaces it. Directories are flushed here too: PostgreSQL flushes a
 * directory after it created or renamed a file in it.
 * @param {FileSystems} module
 */
function flushToDisk({ NODEFS }) {
  NODEFS.stream_ops.fsync = (file) => {
    flushes++
    // A failure becomes an errno. PostgreSQL then panics, which is correct: the kernel may have dropped the pages.
    NODEFS.tryFSOperation(() => fs.fdatasyncSync(file.nfd))
    return 0
  }
}

/**
 * Ends the thread when PostgreSQL's main loop fails. PGlite swallows such errors and calls the loop again: after a
 * panic, an exit or a WebAssembly fault it would continue as if nothing had happened, or loop forever. PGlite itself
 * uses status 100 to report an error.
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
  // execProtocolRaw would parse every response and keep the result.
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData: gather })
  const bytes = answer.slice(0, length)
  if (answer.length > ROOM * 16) answer = new Uint8Array(ROOM)
  port.postMessage(bytes, [bytes.buffer])
}

/** @param {Uint8Array} part a view of PGlite's memory, valid until PGlite continues */
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
 * Reports the reason and ends the thread at once, even within a statement. Committed data is on disk.
 * @param {unknown} error
 * @returns {never}
 */
function die(error) {
  port.postMessage({ fatal: lastWords || (error instanceof Error ? error.message : String(error)) })
  return process.exit(1)
}
