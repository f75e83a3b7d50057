// Scripts that npm runs in a fresh clone import no package before they have installed the packages.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

describe('clone without installed packages', () => {
  it.each(['start', 'test', 'check', 'browser', 'bench', 'chaos', 'nodes'])(
    'starts `npm run %s` without any installed package',
    (name) => {
      const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
      const first = /scripts\/\S+\.mjs/.exec(scripts[name])![0]
      expect(packagesOf(path.join(root, first))).toEqual([])
    },
  )
})

/** Returns the packages that a file and its imports load before they run. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)]
  return imports.flatMap(([, name]) => {
    if (name!.startsWith('node:')) return []
    return name!.startsWith('.') ? packagesOf(path.resolve(path.dirname(file), name!), seen) : [`${file}: ${name}`]
  })
}
