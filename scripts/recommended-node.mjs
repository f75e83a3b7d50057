// Runs a script on the recommended version of Node, and finds the oldest supported version for comparison.

import { run } from './child.mjs'
import { environmentOf, nodeBinaries, RECOMMENDED } from './node-binaries.mjs'

/** The oldest supported major version. */
const OLDEST = 20

/**
 * Runs the script again on the recommended version, if this is an older version and the recommended one can be
 * installed.
 * @param {string} script The path of its file.
 * @param {string[]} args
 * @returns {Promise<{ code?: number, reason?: string }>} The exit code of the second run. Without a second run, the
 *   reason, or nothing if this version is new enough.
 */
export async function runOnRecommendedNode(script, args) {
  if (Number.parseInt(process.versions.node, 10) >= RECOMMENDED) return {}
  const { installed, missing } = await nodeBinaries(RECOMMENDED)
  const [node] = installed
  if (!node)
    return { reason: `Node ${process.versions.node} was used instead of Node ${RECOMMENDED}. ${missing[0]?.reason}` }
  console.log(`Running on Node ${node.version}.`)
  const { code } = await run(node.program, [script, ...args], { env: environmentOf(node.program) })
  return { code }
}

/**
 * Finds the oldest supported version.
 * @param {boolean} mayInstall Without it, only the version of this process is used.
 * @returns {Promise<{ node?: { version: string, program: string }, reason?: string }>} The reason why it is missing.
 */
export async function olderNode(mayInstall) {
  const { node: version } = process.versions
  if (Number.parseInt(version, 10) === OLDEST) return { node: { version, program: process.execPath } }
  if (!mayInstall) return { reason: `Node ${OLDEST} was not measured: this is Node ${version}.` }
  const { installed, missing } = await nodeBinaries(OLDEST)
  const [node] = installed
  return node ? { node } : { reason: `Node ${OLDEST} was not measured: ${missing[0]?.reason}` }
}
