// Tests the size of the files that a browser loads before it shows the first page.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const MOST = 250 * 1024

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(path.join(web, 'manifest.json'), 'utf8'))

/** Returns the files of these chunks and of all chunks that they import statically. */
function filesOf(names: string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...filesOf(chunk.imports ?? [], seen)]) files.add(file)
  }
  return files
}

const weight = (names: string[]) =>
  [...filesOf(names)].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(web, file))).length, 0)

describe.each(['en', 'it'])('in the language %s', (language) => {
  it.each([
    ['sign-in', ['index.html', 'src/session/sign-in-page.tsx']],
    ['overview', ['index.html', 'src/shell/frame.tsx', 'src/pages/overview/page.tsx']],
  ])('the first load of %s is at most 250 KB, compressed', (_page, chunks) => {
    expect(weight([...chunks, `src/texts/${language}/frame.ts`])).toBeLessThanOrEqual(MOST)
  })
})
