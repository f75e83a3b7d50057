// Finds the folder of this package and reads its version. Works in the sources and in the bundle.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of package.json. */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

/** Returns the version in package.json. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'))
  return version
}
