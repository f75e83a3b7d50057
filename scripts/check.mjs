// npm run check: runs all static checks. With `--fix`, formats the code and applies safe fixes first.
import { join } from 'node:path'
import { run, stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root, SetupError } from './setup.mjs'

const biome = 'node_modules/@biomejs/biome/bin/biome'

/**
 * Groups of checks. The groups run one after the other. The checks of a group run in parallel. There are several groups
 * because a machine with two cores can run only two checks at a time.
 */
const groups = [
  [
    { name: 'format and lint', args: [biome, 'ci'] },
    { name: 'lint with types', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  ],
  [
    { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
    { name: "the portal's types", args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'portal'] },
    { name: 'unused files, exports, dependencies', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  ],
  [
    {
      name: 'module boundaries',
      args: ['node_modules/vitest/vitest.mjs', 'run', 'test/contract/module-boundaries.test.ts'],
    },
    { name: 'generated documents', args: ['scripts/generate.mjs', '--check'] },
    { name: 'regular expressions', args: ['scripts/expressions.mjs'] },
    { name: 'wording', args: ['scripts/wording.mjs'] },
  ],
]

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  await buildIfPossible()
  if (process.argv.includes('--fix')) await run(process.execPath, [biome, 'check', '--write'], { cwd: root })
  let failed = 0
  for (const group of groups) {
    const results = await Promise.all(group.map(check))
    failed += results.filter((passed) => !passed).length
  }
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${groups.flat().length} checks failed.`)
  return failed === 0 ? 0 : 1
})

/**
 * Builds the service. Ignores a failure, because the type check reports the same errors together with the other
 * problems.
 */
async function buildIfPossible() {
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
  }
}

/**
 * Runs one check and prints its result. If the check fails, also prints its output.
 * @param {{name: string, args: string[]}} task
 * @returns {Promise<boolean>} True if the check passed.
 */
async function check({ name, args }) {
  const started = performance.now()
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'pipe', 'pipe']
  const { code, output } = await run(process.execPath, args, { cwd: root, stdio })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}
