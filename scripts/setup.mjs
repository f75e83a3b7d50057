// Prepares a clone so that it can run: checks Node, installs packages, and builds. Uses only built-in modules of Node,
// because no package may be installed yet.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { withLock } from './lock.mjs'

/** The root folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const lockFile = join(root, '.setup', 'lock')
const dist = join(root, 'dist')
const web = join(root, 'web')
/**
 * For each major version of Node, the lowest minor version that the portal's build tools support. All newer major
 * versions are accepted.
 */
const FIRST_MINOR = new Map([
  [20, 19],
  [22, 12],
])

/** Environment variables that would make npm leave out required packages. They are removed from npm's environment. */
const UNWANTED_SETTINGS = [
  'node_env',
  'npm_config_omit',
  'npm_config_include',
  'npm_config_only',
  'npm_config_production',
]
UNWANTED_SETTINGS.push(
  'npm_config_optional',
  'npm_config_ignore_scripts',
  'npm_config_global',
  'npm_config_package_lock',
)

/** An error that the user can fix. It is printed without a stack trace. */
export class SetupError extends Error {}

/**
 * Throws if the version of Node is too old.
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || minor >= (FIRST_MINOR.get(major) ?? Number.POSITIVE_INFINITY)) return
  throw new SetupError(
    `Carillon needs Node 24 or newer (20.19 and 22.12 work too); this is Node ${version}. Install it from https://nodejs.org.`,
  )
}

/**
 * Installs the packages of a folder's package-lock.json, unless they are already installed.
 * @param {string} [folder]
 */
export async function ensureInstalled(folder = root) {
  const stamp = installStamp(folder)
  const stampFile = join(folder, 'node_modules', '.carillon-stamp')
  const isInstalled = () => textOf(stampFile) === stamp
  if (isInstalled()) return
  // Each folder has a separate lock: the packages of the tests can then be installed while the service is built.
  await withLock(folder === root ? lockFile : `${lockFile}-${basename(folder)}`, async () => {
    if (isInstalled()) return
    const owner = folder === root ? 'Carillon' : `${relative(root, folder)}/`
    console.log(`Installing the packages of ${owner} (once, about a minute)…`)
    await npmCi(folder)
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    writeFileSync(stampFile, stamp)
  })
}

/** Builds the service into dist and the portal into web. A running process never sees an incomplete build. */
export async function ensureBuilt() {
  await ensureServiceBuilt()
  await ensureProduct({ name: 'the portal', folder: web, stampOf: portalStamp, build: buildPortal })
}

/** Builds only the service. The generated documents need it, and so do the types of the SDK and the portal. */
export async function ensureServiceBuilt() {
  await ensureProduct({ name: 'Carillon', folder: dist, stampOf: serviceStamp, build: bundleService })
}

/**
 * Builds a folder, unless the hash in its stamp file matches the sources.
 * @param {{name: string, folder: string, stampOf: () => string, build: (fresh: string) => Promise<void>}} product
 */
async function ensureProduct({ name, folder, stampOf, build }) {
  const stampFile = join(folder, '.stamp')
  if (textOf(stampFile) === stampOf()) return
  await withLock(lockFile, async () => {
    const stamp = stampOf()
    if (textOf(stampFile) === stamp) return
    console.log(`Building ${name}…`)
    const fresh = join(root, `.${basename(folder)}-${process.pid}`)
    removeAbandonedBuilds(`.${basename(folder)}-`)
    await build(fresh)
    writeFileSync(join(fresh, '.stamp'), stamp)
    swap(fresh, folder)
  })
}

/**
 * Runs the work of a script. If the work fails, prints the error and sets the exit code 1.
 * @param {() => Promise<number | void>} work Returns the exit code. Undefined means 0.
 */
export async function explain(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exitCode = 1
  }
}

/** @param {string} folder */
function installStamp(folder) {
  const file = join(folder, 'package-lock.json')
  if (!existsSync(file)) throw new SetupError(`${file} is missing. It is part of the repository: restore it with git.`)
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${hash} ${process.platform}-${process.arch}\n`
}

/** @param {string} folder */
async function npmCi(folder) {
  const env = { ...process.env }
  for (const name of Object.keys(env)) {
    if (UNWANTED_SETTINGS.includes(name.toLowerCase().replaceAll('-', '_'))) delete env[name]
  }
  // The postinstall script of the PostgreSQL package creates links to libraries. Only the tests use this package, and
  // no other package needs install scripts.
  const scripts = basename(folder) === 'test'
  const args = ['ci', '--include=dev', '--include=optional', `--ignore-scripts=${!scripts}`]
  args.push('--no-audit', '--no-fund', '--loglevel=error')
  const [command, ...before] = npmCommand()
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'ignore', 'inherit']
  const { code } = await run(command, [...before, ...args], { cwd: folder, env, stdio }).catch(() => ({ code: 127 }))
  if (code === 0) return
  if (code === 127) throw new SetupError('npm was not found. It is part of Node: install Node from https://nodejs.org.')
  const problem = `The packages could not be installed: \`npm ci\` in ${folder} exited with code ${code}.`
  throw new SetupError(
    `${problem} The lines above have the reason, often the network. Fix it and run the command again.`,
  )
}

/**
 * Returns the npm that started this script, so that the same version of npm is used. If npm did not start this script,
 * returns the npm in PATH.
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const starter = process.env.npm_execpath
  if (starter?.endsWith('npm-cli.js') && existsSync(starter)) return [process.execPath, starter]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** Returns a hash of the service's sources and build tools. This takes about 10 ms. */
function serviceStamp() {
  return stampOf(['package-lock.json', 'scripts/bundle.mjs', ...filesUnder('src')])
}

/** Returns a hash of the portal's sources and build tools. */
function portalStamp() {
  const scripts = ['portal', 'portal-styles', 'portal-typeface'].map((name) => `scripts/${name}.mjs`)
  const shared = ['package-lock.json', ...scripts, 'sdk/src/api.ts']
  return stampOf([...shared, ...filesUnder('portal')])
}

/** @param {string[]} files Paths relative to the root. */
function stampOf(files) {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * @param {string} folder A path relative to the root.
 * @returns {string[]} Sorted paths, relative to the root.
 */
function filesUnder(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const found = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
  return found.sort()
}

/** @param {string} prefix */
function removeAbandonedBuilds(prefix) {
  for (const name of readdirSync(root)) {
    if (name.startsWith(prefix)) rmSync(join(root, name), { recursive: true, force: true })
  }
}

/** @param {string} outDir A folder beside web. It replaces web later. */
async function buildPortal(outDir) {
  await buildInChild('scripts/portal.mjs', outDir, 'The portal')
}

/**
 * @param {string} outDir A folder beside dist. It replaces dist later, and the relative paths in its source maps must
 *   stay valid.
 */
async function bundleService(outDir) {
  await buildInChild('scripts/bundle.mjs', outDir, 'Carillon')
}

/**
 * Runs a build script in a child process. The current process later becomes the service, and it would never release the
 * memory that the bundler needs.
 * @param {string} script
 * @param {string} outDir
 * @param {string} name Used in the error message.
 */
async function buildInChild(script, outDir, name) {
  const { code } = await run(process.execPath, [script, outDir], { cwd: root })
  if (code === 0) return
  rmSync(outDir, { recursive: true, force: true })
  throw new SetupError(`${name} could not be built. The lines above have the errors. The previous build is unchanged.`)
}

/**
 * @param {string} fresh
 * @param {string} folder
 */
function swap(fresh, folder) {
  const old = `${fresh}-old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(fresh, folder)
  rmSync(old, { recursive: true, force: true })
}

/** @param {string} file */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
