// node scripts/bundle.mjs [FOLDER]: bundles src and the libraries into a few files. A thousand small files would take
// three times as long to load.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Modules that the command, threads, scripts, benchmarks and tests load by file name. */
const entries = {
  main: 'src/cli/main.ts',
  worker: 'src/store/embedded/worker.js',
  'body-thread': 'src/body-thread.ts',
  'email-body-thread': 'src/channels/email/body-thread.ts',
  'command-page': 'src/cli/pages/command-page.ts',
  'configuration-page': 'src/cli/pages/configuration-page.ts',
  'limits-page': 'src/http/document/limits-page.ts',
  openapi: 'src/http/document/openapi.ts',
  'open-database': 'src/store/database.ts',
  queue: 'src/store/delivery/queue.ts',
  parse: 'src/admission/parse.ts',
}

/** Packages that load further files from their own folder. */
const external = [/^@electric-sql\/pglite/, /^@fastify\/swagger/, /^@node-rs\/argon2/]

/**
 * pg creates a Response to detect Cloudflare Workers. Without these constants, this would make Node load the whole code
 * of `fetch` at each start.
 */
const NOT_CLOUDFLARE = { 'typeof navigator': '"object"', 'navigator.userAgent': '"Node.js"', navigator: '{}' }

await bundle(process.argv[2] ?? 'dist')

/** @param {string} outDir folder for our own files, and for a subfolder with the libraries */
async function bundle(outDir) {
  const build = await rolldown({
    input: entries,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    platform: 'node',
    external,
    transform: { define: NOT_CLOUDFLARE },
    logLevel: 'warn',
  })
  await build.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names stay, for stack traces. Without comments and white space, a start takes about 8 % less processor time.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: libraryOf, debugName: 'libraries', test: /node_modules/ }] },
  })
  await build.close()
  dropLibraryMaps(join(outDir, 'libraries'))
}

/** @param {string} id a module's path */
function libraryOf(id) {
  const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? 'others'
  return `libraries/${name.replace('@', '').replace(/[\\/]/, '-')}`
}

/**
 * Deletes the source maps of libraries. Node reads source maps at each start, and the source maps of the libraries are
 * ten times as long as ours. Our own source maps are kept, because they show the place of an error.
 * @param {string} folder
 */
function dropLibraryMaps(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (name.endsWith('.map')) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}
