// Brings a clone into a state in which it can run: the right Node, installed packages, an up-to-date build. Node built-ins only.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { withLock } from './lock.mjs'

/** The clone's own folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const lockFile = join(root, '.setup', 'lock')
const dist = join(root, 'dist')
const web = join(root, 'web')
/** The first usable version of a major version; the tools that build the portal need them. Newer major versions are taken as they are. */
const FIRST_MINOR = new Map([
  [20, 19],
  [22, 12],
])

/** Settings under which npm would leave out something that is needed here, whatever the caller uses them for elsewhere. */
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

/** Something the reader can act upon; printed without a stack. */
export class SetupError extends Error {}

/**
 * Refuses a version of Node that is too old.
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || minor >= (FIRST_MINOR.get(major) ?? Number.POSITIVE_INFINITY)) return
  throw new SetupError(
    `Carillon needs Node 24 or newer (20.19 and 22.12 work too); this is Node ${version}. https://nodejs.org has it.`,
  )
}

/**
 * Installs the packages of a folder's package-lock.json, unless exactly these are there already.
 * @param {string} [folder]
 */
export async function ensureInstalled(folder = root) {
  const currentStamp = installStamp(folder)
  const stampFile = join(folder, 'node_modules', '.carillon-stamp')
  const isThere = () => textOf(stampFile) === currentStamp
  if (isThere()) return
  // Each folder's own: packages for the tests come while the service is built.
  await withLock(folder === root ? lockFile : `${lockFile}-${basename(folder)}`, async () => {
    if (isThere()) return
    const what = folder === root ? 'what Carillon needs' : `what ${relative(root, folder)}/ needs`
    console.log(`Installing ${what} (once, about a minute)…`)
    await npmCi(folder)
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    writeFileSync(stampFile, currentStamp)
  })
}

/** Builds what a start needs: the service bundled into dist, the portal into web. A running process never sees half a build. */
export async function ensureBuilt() {
  await ensureServiceBuilt()
  await ensureMade({ what: 'the portal', folder: web, stampOf: portalStamp, make: makePortal })
}

/** The service alone: what the documents are made from, and from these the types of the SDK and the portal. */
export async function ensureServiceBuilt() {
  await ensureMade({ what: 'Carillon', folder: dist, stampOf: buildStamp, make: bundleInto })
}

/**
 * Makes a folder, unless it was made from exactly these sources.
 * @param {{what: string, folder: string, stampOf: () => string, make: (fresh: string) => Promise<void>}} product
 */
async function ensureMade({ what, folder, stampOf, make }) {
  const stampFile = join(folder, '.stamp')
  if (textOf(stampFile) === stampOf()) return
  await withLock(lockFile, async () => {
    const currentStamp = stampOf()
    if (textOf(stampFile) === currentStamp) return
    console.log(`Building ${what}…`)
    const fresh = join(root, `.${basename(folder)}-${process.pid}`)
    removeAbandonedBuilds(`.${basename(folder)}-`)
    await make(fresh)
    writeFileSync(join(fresh, '.stamp'), currentStamp)
    swap(fresh, folder)
  })
}

/**
 * Runs a script's work and turns what goes wrong into one sentence and exit code 1.
 * @param {() => Promise<number | void>} work resolves to the exit code, none meaning 0
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
  if (!existsSync(file))
    throw new SetupError(`${file} is missing; it belongs to the repository. \`git status\` shows what else is.`)
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${hash} ${process.platform}-${process.arch}\n`
}

/** @param {string} folder */
async function npmCi(folder) {
  const env = { ...process.env }
  for (const name of Object.keys(env)) {
    if (UNWANTED_SETTINGS.includes(name.toLowerCase().replaceAll('-', '_'))) delete env[name]
  }
  // The test folder's PostgreSQL makes its library links in a postinstall script; elsewhere nothing has one that is needed.
  const scripts = basename(folder) === 'test'
  const args = ['ci', '--include=dev', '--include=optional', `--ignore-scripts=${!scripts}`]
  args.push('--no-audit', '--no-fund', '--loglevel=error')
  const [command, ...before] = npmCommand()
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'ignore', 'inherit']
  const { code } = await run(command, [...before, ...args], { cwd: folder, env, stdio }).catch(() => ({ code: 127 }))
  if (code === 0) return
  if (code === 127)
    throw new SetupError('Carillon could not find npm, which comes with Node. https://nodejs.org has both.')
  const sentence = `Carillon could not install its packages: \`npm ci\` in ${folder} ended with code ${code}.`
  throw new SetupError(
    `${sentence} The lines above say why; most often the network is the reason. The same command again goes on from here.`,
  )
}

/**
 * The npm that started us if there is one, so that it is the same version; else the one on the path.
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const ours = process.env.npm_execpath
  if (ours?.endsWith('npm-cli.js') && existsSync(ours)) return [process.execPath, ours]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** A hash of everything the build is made from, its own tools included. About 10 ms. */
function buildStamp() {
  return stampOf(['package-lock.json', 'scripts/bundle.mjs', ...filesUnder('src')])
}

/** The same for the portal. */
function portalStamp() {
  const shared = ['package-lock.json', 'scripts/portal.mjs', 'scripts/portal-styles.mjs', 'sdk/src/api.ts']
  return stampOf([...shared, ...filesUnder('portal')])
}

/** @param {string[]} files relative to the root */
function stampOf(files) {
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * @param {string} folder relative to the root
 * @returns {string[]} paths relative to the root, sorted
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

/** @param {string} outDir beside web, becomes it */
async function makePortal(outDir) {
  await makeApart('scripts/portal.mjs', outDir, 'The portal')
}

/** @param {string} outDir beside dist, so that the source maps' relative paths stay true when it becomes dist */
async function bundleInto(outDir) {
  await makeApart('scripts/bundle.mjs', outDir, 'Carillon')
}

/**
 * In a process of its own: this one becomes the service, and the bundler's memory would stay with it.
 * @param {string} script
 * @param {string} outDir
 * @param {string} what for the sentence when it fails
 */
async function makeApart(script, outDir, what) {
  const { code } = await run(process.execPath, [script, outDir], { cwd: root })
  if (code === 0) return
  rmSync(outDir, { recursive: true, force: true })
  throw new SetupError(`${what} could not be built, see the lines above. The last build is untouched.`)
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
