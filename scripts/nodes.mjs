// npm run nodes: runs the checks and the specification tests on each version of Node in ci/package.json, and all tests
// on Node 24. With `--every-node`, a version that cannot be installed is reported as a failure. `--node 22` selects one
// version. Other arguments are passed to vitest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, stopChildrenOnSignals } from './child.mjs'
import { environmentOf, nodeBinaries, RECOMMENDED } from './node-binaries.mjs'
import { report } from './node-report.mjs'
import { checkNode, explain, root, SetupError } from './setup.mjs'

/** The recommended version runs all tests. The other versions run these tests, which test every module. */
const SPECIFICATION = 'test/spec'

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  const { everyNode, only, options } = readArguments(process.argv.slice(2))
  const { installed, missing } = await nodeBinaries(only)
  const hasFull = only !== undefined || installed.some(({ major }) => major === RECOMMENDED)
  const full = hasFull ? RECOMMENDED : installed.at(-1)?.major
  /** @type {import('./node-report.mjs').Run[]} */
  const runs = missing.map(({ version, reason }) => ({
    title: `Node ${version}`,
    passed: 0,
    failed: everyNode ? 1 : 0,
    skipped: 0,
    seconds: 0,
    text: reason,
  }))
  for (const node of installed.toSorted((one, other) => Number(one.major === full) - Number(other.major === full))) {
    runs.push(await check(node))
    runs.push(await test(node, [...(node.major === full ? [] : [SPECIFICATION]), ...options]))
  }
  console.log(report(runs))
  return runs.some(({ failed }) => failed > 0) || installed.length === 0 ? 1 : 0
})

/** @param {string[]} given */
function readArguments(given) {
  const everyNode = given.includes('--every-node')
  const options = given.filter((argument) => argument !== '--every-node')
  const at = options.indexOf('--node')
  if (at === -1) return { everyNode, only: undefined, options }
  const [, word = ''] = options.splice(at, 2)
  if (!/^[0-9]+$/.test(word)) throw new SetupError('Give a major version of Node after --node, such as --node 22.')
  return { everyNode, only: Number(word), options }
}

/**
 * @param {import('./node-binaries.mjs').NodeBinary} node
 * @returns {Promise<import('./node-report.mjs').Run>}
 */
async function check({ version, program }) {
  const title = `Node ${version}: checks`
  console.log(`\n${title}`)
  const started = performance.now()
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'pipe', 'pipe']
  const { code, output } = await run(program, ['scripts/check.mjs'], { cwd: root, env: environmentOf(program), stdio })
  console.log(output.trimEnd())
  const text = code === 0 ? '' : output.trimEnd().split('\n').slice(-40).join('\n')
  return { title, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds: secondsSince(started), text }
}

/**
 * @param {import('./node-binaries.mjs').NodeBinary} node
 * @param {string[]} options The arguments for vitest.
 * @returns {Promise<import('./node-report.mjs').Run>}
 */
async function test({ version, program }, options) {
  const title = `Node ${version}: ${options[0] === SPECIFICATION ? 'specification tests' : 'all tests'}`
  console.log(`\n${title}`)
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'carillon-nodes-'))
  const file = join(folder, 'summary.json')
  try {
    const env = { ...environmentOf(program), TEST_SUMMARY: file }
    const { code } = await run(program, ['scripts/test.mjs', ...options], { cwd: root, env })
    return { title, ...summaryOf(file, code), seconds: secondsSince(started) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns the summary that the reporter of the tests wrote. If the tests crashed before that, there is no summary, and
 * the run counts as failed.
 * @param {string} file
 * @param {number} code
 * @returns {{passed: number, failed: number, skipped: number, text: string}}
 */
function summaryOf(file, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, text: `The run ended with code ${code} before the tests.` }
  }
}

/** @param {number} started */
function secondsSince(started) {
  return (performance.now() - started) / 1000
}
