// Builds the portal, compressed files beside those that browsers load. Run by itself it builds web/, whatever was there.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  await buildPortal(root, join(root, 'web'))
}
