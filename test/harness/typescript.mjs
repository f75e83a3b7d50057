// Lets threads of a service in a test run TypeScript sources, if Node cannot read TypeScript itself.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// The types of Node 20 do not have the feature `typescript` of newer versions.
const readsTypeScript = Object.hasOwn(process.features, 'typescript')
if (!isMainThread && !readsTypeScript) register('./typescript-hooks.mjs', import.meta.url)
