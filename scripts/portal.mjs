// node scripts/portal.mjs [FOLDER]: builds the portal into a folder, and adds compressed copies of its files. The
// default folder is web/.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, createLogger } from 'vite'
import { dropUnusedStyles } from './portal-styles.mjs'

const COMPRESSIBLE = /\.(js|css|svg|html)$/
/**
 * A file with at least this number of bytes gets a compressed copy. For a smaller file, compression would save too
 * little.
 */
const SMALLEST = 1024

/**
 * Builds the portal into a folder.
 * @param {string} root The folder of the clone.
 * @param {string} outDir Emptied before the build.
 */
async function buildPortal(root, outDir) {
  const config = join(root, 'portal', 'vite.config.ts')
  const customLogger = createLogger('warn')
  await build({ configFile: config, customLogger, build: { outDir } })
  dropUnusedStyles(outDir)
  await buildFirstView(config, join(outDir, 'server'))
  const assets = join(outDir, 'assets')
  for (const file of readdirSync(assets)) compress(join(assets, file))
}

/**
 * Builds the module that renders the first view on the server. It contains all its packages, because the packages of
 * the portal are not installed beside a built service.
 * @param {string} configFile
 * @param {string} outDir
 */
async function buildFirstView(configFile, outDir) {
  await build({
    configFile,
    // Do not warn about pages that the first view imports and the other pages load on demand.
    customLogger: createLogger('error'),
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: 'src/first-view/render.tsx',
      manifest: false,
      copyPublicDir: false,
      ssrEmitAssets: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  })
}

/** @param {string} file */
function compress(file) {
  if (!COMPRESSIBLE.test(file) || statSync(file).size < SMALLEST) return
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content))
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

const clone = fileURLToPath(new URL('..', import.meta.url))
await buildPortal(clone, resolve(clone, process.argv[2] ?? 'web'))
