// What npm runs in a fresh clone reads no package before it has installed any.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

describe('a clone without any package', () => {
  it.each(['start', 'test', 'check', 'browser', 'bench', 'chaos', 'nodes'])('can begin npm run %s', (name) => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const first = /scripts\/\S+\.mjs/.exec(scripts[name])![0]
    expect(packagesOf(path.join(root, first))).toEqual([])
  })
})

/** What a file and those it is made of import from elsewhere before they run. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)]
  return imports.flatMap(([, name]) => {
    if (name!.startsWith('node:')) return []
    return name!.startsWith('.') ? packagesOf(path.resolve(path.dirname(file), name!), seen) : [`${file}: ${name}`]
  })
}
