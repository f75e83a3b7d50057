// npm run build: installs packages, then builds the service, the portal and the SDK.
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
