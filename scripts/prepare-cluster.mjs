// Creates the empty cluster from which every new embedded database starts. Run this script once for each version of
// PGlite, and commit the file.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))

const scratch = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
const directory = path.join(scratch, 'db')
const database = await PGlite.create(directory)
// Drop the template databases, because Carillon creates no other databases. Two thirds of all files belong to them. A
// first start, and a start after a crash, would flush each of these files.
await database.exec(`update pg_database set datistemplate = false where datname like 'template_'`)
await database.exec('drop database template0')
await database.exec('drop database template1')
// Shut down cleanly, so that a first start needs no recovery.
await database.close()
const tar = execFileSync('tar', ['--format=ustar', '-C', directory, '-cf', '-', '.'], { maxBuffer: 2 ** 30 })
rmSync(scratch, { recursive: true })

const packed = brotliCompressSync(tar, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  },
})
const file = path.join(root, 'migrations', 'embedded', `cluster-${version}.tar.br`)
writeFileSync(file, packed)
console.log(`${file}: ${packed.length} bytes of ${tar.length}`)
