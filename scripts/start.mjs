// npm start: sets up what is missing, then becomes the service, in this same process.
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain } from './setup.mjs'

await explain(async () => {
  const giveSignalsBack = stopChildrenOnSignals()
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  giveSignalsBack()
  const { main } = await import(new URL('../dist/main.js', import.meta.url).href)
  return main(['start', ...process.argv.slice(2)])
})
