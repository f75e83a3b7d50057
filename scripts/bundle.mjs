// node scripts/bundle.mjs [FOLDER]: bundles src. Our own code and each library become a few files, which load in a
// third of the time of a thousand small ones.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** What is loaded by its name: by the command, as the entry of a thread, by scripts, benchmarks and tests. */
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

/** These bring files of their own, which they look for beside themselves. */
const outside = [/^@electric-sql\/pglite/, /^@fastify\/swagger/, /^@node-rs\/argon2/]

/** pg asks by way of a Response where it runs, and for that alone Node would read all of its fetch at every start. */
const NOT_AT_CLOUDFLARE = { 'typeof navigator': '"object"', 'navigator.userAgent': '"Node.js"', navigator: '{}' }

await bundle(process.argv[2] ?? 'dist')

/** @param {string} outDir the files lie in it side by side, libraries in a folder below it */
async function bundle(outDir) {
  const build = await rolldown({
    input: entries,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    platform: 'node',
    external: outside,
    transform: { define: NOT_AT_CLOUDFLARE },
    logLevel: 'warn',
  })
  await build.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
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
 * Source maps are read at every start: those of our own code show where an error comes from; the libraries', ten times as
 * long, would take longer than everything else.
 * @param {string} folder
 */
function dropLibraryMaps(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (name.endsWith('.map')) rmSync(file)
    else writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}
