// Runs a script on the recommended version of Node, and finds the oldest supported version for comparison.

import { run } from './child.mjs'
import { environmentOf, nodeBinaries, RECOMMENDED } from './node-binaries.mjs'

/** The oldest supported major version. */
const OLDEST = 20

/**
 * If this process runs on a version of Node that is older than the recommended version, runs the script again on the
 * recommended version. Installs the recommended version if it is missing.
 * @param {string} script The path of its file.
 * @param {string[]} args
 * @returns {Promise<{ code?: number, reason?: string }>} `code` is the exit code of the second run. `reason` states
 *   why the recommended version could not be installed. Both are undefined if this version is new enough.
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
 * @param {boolean} mayInstall If false, only the version of this process is used.
 * @returns {Promise<{ node?: { version: string, program: string }, reason?: string }>} The version, or the reason
 *   why it is missing.
 */
export async function olderNode(mayInstall) {
  const { node: version } = process.versions
  if (Number.parseInt(version, 10) === OLDEST) return { node: { version, program: process.execPath } }
  if (!mayInstall) return { reason: `Node ${OLDEST} was not measured: this is Node ${version}.` }
  const { installed, missing } = await nodeBinaries(OLDEST)
  const [node] = installed
  return node ? { node } : { reason: `Node ${OLDEST} was not measured: ${missing[0]?.reason}` }
}
