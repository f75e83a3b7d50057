// Starts a real PostgreSQL for the benchmarks, with a module of the tests. The module is compiled first, because Node
// 20 cannot run TypeScript.
import { join } from 'node:path'
import { run } from '../scripts/child.mjs'
import { root, SetupError } from '../scripts/setup.mjs'

/** @returns {Promise<import('../test/harness/postgres.ts').Postgres>} */
export async function startPostgres() {
  // This folder must be as deep as `test/harness`, because the relative paths to packages of the tests depend on the
  // depth.
  const outDir = join(root, 'test', '.harness')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const tsconfig = join(root, 'bench', 'tsconfig.postgres.json')
  const { code } = await run(process.execPath, [tsc, '-p', tsconfig, '--outDir', outDir], { cwd: root })
  if (code !== 0) throw new SetupError('The PostgreSQL module of the tests does not compile. See the output above.')
  const compiled = await import(new URL('../test/.harness/postgres.js', import.meta.url).href)
  return compiled.startPostgres()
}
