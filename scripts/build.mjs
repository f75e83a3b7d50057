// npm run build: sets up and compiles, as npm start does before it starts.
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain } from './setup.mjs'

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
})
