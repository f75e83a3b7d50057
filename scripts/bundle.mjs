// node scripts/bundle.mjs [FOLDER]: bundles the sources and the libraries into a few files. Loading a thousand small
// files would take three times as long.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Modules that are loaded by file name: the command, thread code, and modules for scripts, benchmarks and tests. */
const entries = {
  main: 'src/cli/main.ts',
  worker: 'src/store/embedded/worker.js',
  'body-thread': 'src/body-thread.ts',
  'child-process': 'src/cli/machine/child-process.ts',
  'email-body-thread': 'src/channels/email/body-thread.ts',
  'template-render-thread': 'src/templates/threads/render-thread.ts',
  'template-mjml-thread': 'src/templates/threads/mjml-thread.ts',
  'template-check-thread': 'src/templates/threads/check-thread.ts',
  'bounce-mail-thread': 'src/channels/email/bounce-mail/thread.ts',
  'command-page': 'src/cli/pages/command-page.ts',
  'configuration-page': 'src/cli/pages/configuration-page.ts',
  'limits-page': 'src/http/document/limits-page.ts',
  openapi: 'src/http/document/openapi.ts',
  'open-database': 'src/store/database.ts',
  queue: 'src/store/delivery/queue.ts',
  parse: 'src/admission/parse.ts',
}

/** Packages that are not bundled, because they load more files from their folder. */
const external = [/^@electric-sql\/pglite/, /^@fastify\/swagger/, /^@node-rs\/argon2/, /^mjml/]

/**
 * pg creates a Response to detect Cloudflare Workers. For this, Node would load all code of `fetch` at each start.
 * These constants prevent that.
 */
const NOT_CLOUDFLARE = { 'typeof navigator': '"object"', 'navigator.userAgent': '"Node.js"', navigator: '{}' }

await bundle(process.argv[2] ?? 'dist')

/** @param {string} outDir The folder for the bundled sources. The libraries are in a subfolder. */
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
    // Keep the names of functions, because stack traces show them. Without comments and white space, a start takes
    // about 8 % less processor time.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: libraryOf, debugName: 'libraries', test: /node_modules/ }] },
  })
  await build.close()
  dropLibraryMaps(join(outDir, 'libraries'))
}

/** @param {string} id The path of a module. */
function libraryOf(id) {
  const name = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? 'others'
  return `libraries/${name.replace('@', '').replace(/[\\/]/, '-')}`
}

/**
 * Deletes the source maps of libraries. Node reads all source maps at each start, and those of the libraries are ten
 * times as long as those of our sources. Our source maps stay, because stack traces need them.
 * @param {string} folder
 */
function dropLibraryMaps(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (name.endsWith('.map')) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}
