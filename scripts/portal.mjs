// Builds the portal into web/, unless web/ was made from exactly these sources; what browsers load is compressed beside it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, createLogger } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|html)$/
/** Below this a compressed file saves nothing worth a second file. */
const SMALLEST = 1024

/**
 * Builds the portal into a folder.
 * @param {string} root the clone's folder
 * @param {string} outDir emptied first
 */
export async function buildPortal(root, outDir) {
  const config = join(root, 'portal', 'vite.config.ts')
  const customLogger = createLogger('warn')
  await build({ configFile: config, customLogger, build: { outDir } })
  for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) compress(join(outDir, file))
}

/** @param {string} file */
function compress(file) {
  if (!COMPRESSIBLE.test(file) || statSync(file).size < SMALLEST) return
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content))
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}
