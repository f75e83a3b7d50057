// Installs the packages of the tests, builds the service, and then runs vitest.
import { join } from 'node:path'
import { run, stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

/** @param {string[]} options for vitest, before the arguments of the command line */
export async function runVitest(...options) {
  stopChildrenOnSignals()
  await explain(async () => {
    checkNode()
    await ensureInstalled()
    await Promise.all([ensureInstalled(join(root, 'test')), ensureBuilt()])
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const { code } = await run(process.execPath, [vitest, 'run', ...options, ...process.argv.slice(2)], { cwd: root })
    return code
  })
}
