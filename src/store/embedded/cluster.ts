// The bare database cluster that a new data directory starts from: made once, shipped, so that no first start pays for initdb.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** The prepared cluster of the PGlite in use; scripts/prepare-cluster.mjs writes it. */
export function clusterFile(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(main), '..', 'package.json'), 'utf8')) as {
    version: string
  }
  return path.join(ROOT, 'migrations', 'embedded', `cluster-${version}.tar.br`)
}

/**
 * Fills `directory` from the prepared cluster unless it holds a finished one. One whose first start was cut short has
 * no `finished` mark: it is emptied and made again. Where no archive is shipped for this PGlite the directory stays
 * empty, and PGlite makes its own cluster, which takes more time and memory.
 */
export function prepareCluster(directory: string): void {
  if (existsSync(finishedMark(directory))) return
  rmSync(directory, { recursive: true, force: true })
  const file = clusterFile()
  if (existsSync(file)) unpack(brotliDecompressSync(readFileSync(file)), directory)
}

const BLOCK = 512

/** Unpacks plain files and folders of a ustar archive; the archive is our own and names nothing outside. */
function unpack(tar: Buffer, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK)
    const field = (start: number, end: number) => header.toString('utf8', start, end).replace(/\0.*$/s, '')
    const prefix = field(345, 500)
    const target = path.join(directory, prefix, field(0, 100))
    const size = Number.parseInt(field(124, 136), 8) || 0
    if (field(156, 157) === '5') mkdirSync(target, { recursive: true, mode: 0o700 })
    else {
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
      writeFileSync(target, tar.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o600 })
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** The file whose presence says that the cluster beside it is whole; written after the first start's checkpoint. */
export function finishedMark(directory: string): string {
  return `${directory}.finished`
}
