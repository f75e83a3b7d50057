// Where this package lies, whether its code runs from source or from the bundle.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, above this file. */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

/** As package.json says it. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'))
  return version
}
