// Compiles the SDK into sdk/dist if its sources have changed. `npm run build`, `npm pack` and the examples use this
// script.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, stopChildrenOnSignals } from './child.mjs'
import { withLock } from './lock.mjs'
import { checkNode, ensureInstalled, explain, root, SetupError } from './setup.mjs'

const sdk = join(root, 'sdk')
const dist = join(sdk, 'dist')
const stampFile = join(root, '.setup', 'sdk')

export async function ensureSdkBuilt() {
  if (isFresh()) return
  await withLock(join(root, '.setup', 'sdk-lock'), async () => {
    if (isFresh()) return
    const current = stamp()
    const fresh = join(sdk, `.dist-${process.pid}`)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { code } = await run(process.execPath, [tsc, '-p', 'sdk', '--outDir', fresh], { cwd: root })
    if (code === 0) {
      rmSync(dist, { recursive: true, force: true })
      renameSync(fresh, dist)
      mkdirSync(dirname(stampFile), { recursive: true })
      writeFileSync(stampFile, current)
      return
    }
    rmSync(fresh, { recursive: true, force: true })
    throw new SetupError('The SDK could not be built. The lines above have the errors of the compiler.')
  })
}

const isFresh = () => existsSync(dist) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()

/** Returns a hash of all files on which the build depends. */
function stamp() {
  const hash = createHash('sha256')
  const sources = readdirSync(join(sdk, 'src')).sort()
  for (const file of [
    'package-lock.json',
    'tsconfig.json',
    'sdk/tsconfig.json',
    ...sources.map((name) => `sdk/src/${name}`),
  ])
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopChildrenOnSignals()
  await explain(async () => {
    checkNode()
    await ensureInstalled()
    await ensureSdkBuilt()
  })
}
