// Writes the documents that are generated from the code. With `--check`, only reports the documents that are out of
// date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkNode, ensureInstalled, ensureServiceBuilt, explain, root, SetupError } from './setup.mjs'

/**
 * Each entry has a document, the module that generates it, and the exported function that returns the text. The paths
 * are relative to the root.
 */
const documents = [
  { file: 'docs/openapi.json', module: 'dist/openapi.js', maker: 'openapiDocument' },
  { file: 'docs/configuration.md', module: 'dist/configuration-page.js', maker: 'configurationPage' },
  { file: 'docs/limits.md', module: 'dist/limits-page.js', maker: 'limitsPage' },
  { file: 'docs/command.md', module: 'dist/command-page.js', maker: 'commandPage' },
  { file: 'sdk/src/api.ts', module: 'sdk/generate.mjs', maker: 'sdkTypes' },
  { file: 'docs/conformance.md', module: 'test/conformance/generate.mjs', maker: 'conformancePage' },
]

/**
 * Generates all documents and writes those that have changed. With `check`, writes no file.
 * @param {{check: boolean}} mode
 * @returns {Promise<string[]>} The problems, one line for each.
 */
export async function generate({ check }) {
  const problems = []
  for (const document of documents) {
    try {
      const text = await generateText(document)
      const path = join(root, document.file)
      const current = existsSync(path) ? readFileSync(path, 'utf8') : undefined
      if (current === text) continue
      if (check) problems.push(`${document.file} is stale: run \`npm run generate\` and commit it.`)
      else writeFileSync(path, text)
    } catch (error) {
      problems.push(`${document.file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return problems
}

/**
 * @param {{module: string, maker: string}} document
 * @returns {Promise<string>}
 */
async function generateText({ module, maker }) {
  const url = new URL(`../${module}`, import.meta.url)
  if (!existsSync(url)) throw new SetupError(`its module ${module} does not exist.`)
  const exported = await import(url.href)
  if (typeof exported[maker] !== 'function') throw new SetupError(`${module} exports no ${maker}().`)
  return exported[maker]()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await explain(async () => {
    checkNode()
    await ensureInstalled()
    await ensureServiceBuilt()
    const problems = await generate({ check: process.argv.includes('--check') })
    for (const problem of problems) console.error(problem)
    return problems.length > 0 ? 1 : 0
  })
}
