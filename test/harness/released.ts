// Builds a released version from the repository's history, with the installed libraries.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The commits of the released versions. */
const commits = { '0.1.0': '132ee01' } as const

type Released = keyof typeof commits

export interface ReleasedVersion {
  /** The folder of the version, which contains `bin/carillon.js`. */
  folder: string
  remove(): void
}

/** Returns the reason why a released version cannot be built here. Returns undefined if it can be built. */
export function reasonAgainstReleased(version: Released): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${commits[version]}^{commit}`], { cwd: root, stdio: 'ignore' })
    return undefined
  } catch {
    return `the history of this clone does not reach ${version}: git fetch --unshallow`
  }
}

/** Builds the server of a released version in a temporary folder. */
export function buildReleased(version: Released): ReleasedVersion {
  const folder = mkdtempSync(path.join(os.tmpdir(), `carillon-${version}-`))
  const tree = execFileSync(
    'git',
    ['archive', commits[version], 'src', 'bin', 'migrations', 'docs', 'scripts', 'package.json'],
    {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  execFileSync('tar', ['-x'], { cwd: folder, input: tree })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  symlinkSync(path.join(root, 'web'), path.join(folder, 'web'))
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: folder, stdio: 'pipe' })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
