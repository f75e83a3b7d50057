// npm test: sets up the service and what its tests need, then runs them. Arguments go to vitest: npm test -- test/rules
import { join } from 'node:path'
import { run, stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { cwd: root })
  return code
})
