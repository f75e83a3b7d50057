// Module hooks that remove the types from TypeScript files; see typescript.mjs.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context)
  const { transformSync } = await import('rolldown/utils')
  const file = fileURLToPath(url)
  const { code, errors } = transformSync(file, await readFile(file, 'utf8'), { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return { format: 'module', source: code, shortCircuit: true }
}
