// Lets the threads of a tested service load TypeScript files on versions of Node that cannot read TypeScript.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// The types of Node 20 do not have the feature `typescript` of newer versions.
const readsTypeScript = Object.hasOwn(process.features, 'typescript')
if (!isMainThread && !readsTypeScript) register('./typescript-hooks.mjs', import.meta.url)
