// Lets threads that a test's service starts run from our TypeScript sources, where Node does not read TypeScript by itself.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// TypeScript is among the features of newer versions than the types know.
const readsTypeScript = Object.hasOwn(process.features, 'typescript')
if (!isMainThread && !readsTypeScript) register('./typescript-hooks.mjs', import.meta.url)
