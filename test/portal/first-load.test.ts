// Tests the size of the files that a browser loads before it shows the first page.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const MOST = 180 * 1024
const read = (file: string) => readFileSync(path.join(web, file))
const page = read('index.html').toString()
const manifest: Record<string, { file: string }> = JSON.parse(read('manifest.json').toString())

it.each(['en', 'it'])('the files of the first load in the language %s have at most 180 KB, compressed', (language) => {
  const texts = manifest[`src/texts/${language}/frame.ts`]?.file ?? ''
  // The typeface and the second stylesheet belong to the first load too. The other parts of the typeface do not.
  const named = [...page.matchAll(/"?\/(assets\/[\w.-]+)/g)].map(([, file = '']) => file)
  const files = new Set([...named.filter((file) => !/latin-ext|western/.test(file)), texts])
  expect(files.size).toBeGreaterThan(5)
  const sum = [...files].reduce((total, file) => total + brotliCompressSync(read(file)).length, 0)
  expect(sum).toBeLessThanOrEqual(MOST)
})
