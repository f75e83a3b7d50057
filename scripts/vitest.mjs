// Installs the packages of the tests, builds the service, and then runs vitest. With the option `--pgbouncer`, the
// services under test use PostgreSQL through PgBouncer.
import { join } from 'node:path'
import { run, stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

/** @param {string[]} options Arguments for vitest. They precede the arguments of the command line. */
export async function runVitest(...options) {
  stopChildrenOnSignals()
  await explain(async () => {
    checkNode()
    await ensureInstalled()
    await Promise.all([ensureInstalled(join(root, 'test')), ensureBuilt()])
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const { words, env } = readArguments(process.argv.slice(2))
    const { code } = await run(process.execPath, [vitest, 'run', ...options, ...words], { cwd: root, env })
    return code
  })
}

/**
 * Returns the arguments for vitest, and the environment of the tests.
 * @param {string[]} given
 */
function readArguments(given) {
  const words = given.filter((word) => word !== '--pgbouncer')
  const env = words.length < given.length ? { ...process.env, TEST_PGBOUNCER: '1' } : process.env
  return { words, env }
}
