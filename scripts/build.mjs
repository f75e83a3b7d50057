// npm run build: sets up and compiles, as npm start does before it starts, and the SDK.
import { ensureSdkBuilt } from './build-sdk.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain } from './setup.mjs'

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  await ensureSdkBuilt()
})
