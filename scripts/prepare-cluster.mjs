// Makes the bare cluster a new embedded database starts from: run once for each version of PGlite, commit what it writes.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'))

const database = await PGlite.create()
const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
await database.close()

const packed = brotliCompressSync(tar, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  },
})
const file = path.join(root, 'migrations', 'embedded', `cluster-${version}.tar.br`)
writeFileSync(file, packed)
console.log(`${file}: ${packed.length} bytes`)
