// A real PostgreSQL for the benchmarks: the tests' own, compiled for this Node, which runs no TypeScript.
import { join } from 'node:path'
import { run } from '../scripts/child.mjs'
import { root, SetupError } from '../scripts/setup.mjs'

/** @returns {Promise<import('../test/harness/postgres.ts').Postgres>} */
export async function startPostgres() {
  // As deep below test/ as the sources, so that the paths to what npm test installs stay true.
  const outDir = join(root, 'test', '.harness')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const tsconfig = join(root, 'bench', 'tsconfig.postgres.json')
  const { code } = await run(process.execPath, [tsc, '-p', tsconfig, '--outDir', outDir], { cwd: root })
  if (code !== 0) throw new SetupError("The tests' PostgreSQL could not be compiled, see the lines above.")
  const compiled = await import(new URL('../test/.harness/postgres.js', import.meta.url).href)
  return compiled.startPostgres()
}
