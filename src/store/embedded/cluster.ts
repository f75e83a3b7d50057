// Prepares the database cluster of a new data directory. It unpacks an archive that is part of the package, because
// initdb would make every first start slow.
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { packageRoot } from '../../lib/package-root.ts'
import { startThread } from './thread.ts'

/**
 * Returns the path of the cluster archive for the installed version of PGlite. The script scripts/prepare-cluster.mjs
 * creates this file.
 */
function clusterFile(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = readFileSync(path.join(path.dirname(main), '..', 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(manifest)
  return path.join(packageRoot(), 'migrations', 'embedded', `cluster-${version}.tar.br`)
}

/**
 * Creates a cluster in `directory` if there is none. The cluster is created and flushed in `directory`.preparing, and
 * renamed at the end, so `directory` is always complete. If the first start is interrupted, the next start deletes
 * `directory`.preparing. No start deletes `directory`. If there is no archive for this version of PGlite, PGlite
 * creates the cluster, which takes seconds and twice the memory. Throws if `directory` contains files but no cluster.
 */
export async function prepareCluster(directory: string, file = clusterFile()): Promise<void> {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} contains files but no database. Move them away, or choose another DATA_DIR.`)
  }
  const preparing = `${directory}.preparing`
  rmSync(preparing, { recursive: true, force: true })
  mkdirSync(preparing, { recursive: true, mode: 0o700 })
  if (existsSync(file))
    await pipeline(createReadStream(file), createBrotliDecompress({ chunkSize: CHUNK }), (tar) =>
      unpack(tar, preparing),
    )
  else await makeCluster(preparing)
  await flushTree(preparing)
  renameSync(preparing, directory)
  await flush(path.dirname(directory))
}

async function makeCluster(directory: string): Promise<void> {
  const thread = startThread(directory, () => {})
  await thread.opened
  await thread.close()
}

const CHUNK = 512 * 1024
const BLOCK = 512

/**
 * Unpacks the plain files and folders of a ustar archive while it arrives. The archive is part of the package, so its
 * paths can be trusted.
 */
async function unpack(tar: AsyncIterable<Buffer>, directory: string): Promise<void> {
  const read = readerOf(tar)
  for (let header = await read(BLOCK); header.length > 0; header = await read(BLOCK)) {
    // Blocks of zeros mark the end of the archive.
    if (header[0] === 0) continue
    const field = (start: number, end: number) => header.toString('utf8', start, end).replace(/\0.*$/s, '')
    const target = path.join(directory, field(345, 500), field(0, 100))
    const size = Number.parseInt(field(124, 136), 8) || 0
    const content = await read(Math.ceil(size / BLOCK) * BLOCK)
    if (field(156, 157) === '5') mkdirSync(target, { recursive: true, mode: 0o700 })
    else {
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
      writeFileSync(target, content.subarray(0, size), { mode: 0o600 })
    }
  }
}

/** Returns a function that reads a number of bytes. At the end of the stream it returns fewer bytes. */
function readerOf(stream: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  let unread: Buffer = Buffer.alloc(0)
  return async (size) => {
    const parts = [unread]
    for (let missing = size - unread.length; missing > 0; ) {
      const { value, done } = await chunks.next()
      if (done) break
      parts.push(value)
      missing -= value.length
    }
    const bytes = parts.length === 1 ? unread : Buffer.concat(parts)
    unread = bytes.subarray(size)
    return bytes.subarray(0, size)
  }
}

/** Flush in parallel, because the disk can combine flushes that wait at the same time. */
async function flushTree(directory: string): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const target = path.join(directory, entry.name)
      return entry.isDirectory() ? flushTree(target) : flush(target, 'r+')
    }),
  )
  await flush(directory)
}

/** Windows cannot open a directory to flush it, and does not need this flush. */
async function flush(target: string, mode = 'r'): Promise<void> {
  if (mode === 'r' && process.platform === 'win32') return
  const file = await open(target, mode)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
