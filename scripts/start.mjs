// npm start: installs packages and builds if necessary. Then runs the service in this process.
import { enableCompileCache } from '../bin/compile-cache.js'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain } from './setup.mjs'

await explain(async () => {
  const removeSignalHandlers = stopChildrenOnSignals()
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  removeSignalHandlers()
  enableCompileCache()
  const { main } = await import(new URL('../dist/main.js', import.meta.url).href)
  return main(['start', ...process.argv.slice(2)])
})
