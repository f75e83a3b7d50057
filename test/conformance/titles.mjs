// Finds the test titles that contain row ids in square brackets, such as `it('refuses two names [SEND-12, LIM-03]')`.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const testFile = /\.(test|spec|browser)\.(ts|tsx|mjs)$/
const id = String.raw`(?:[A-Z]+-\d+|D\d+[a-z]?)`
const ids = String.raw`\[${id}(?:, ?${id})*\]`

/**
 * Matches a string literal, in any quotes, that contains ids in square brackets. The first capture group contains
 * `.skip(` or `.todo(` if this call stands before the literal.
 */
const literals = ["'", '"', '`'].map(
  (quote) =>
    new RegExp(
      String.raw`(\.(?:skip|todo)\(\s*)?${quote}((?:[^${quote}\\\n]|\\.)*?${ids}(?:[^${quote}\\\n]|\\.)*)${quote}`,
      'g',
    ),
)

/**
 * @typedef {{ title: string, ids: string[] }} Title a test title without its ids, and the ids
 * @typedef {Title & { file: string }} Proof a title, and the path of its file relative to the root
 */

/**
 * Reads every test file below the folders, in the order of the file paths. Skips folders that do not exist.
 * @param {string} root
 * @param {string[]} folders
 * @returns {Promise<Proof[]>}
 */
export async function readProofs(root, folders) {
  const files = (await Promise.all(folders.map((folder) => testFiles(root, folder)))).flat().sort()
  const found = files.map(async (file) => {
    const source = await readFile(join(root, file), 'utf8')
    return titlesIn(source).map((title) => ({ ...title, file }))
  })
  return (await Promise.all(found)).flat()
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function testFiles(root, folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(root, path)
    return testFile.test(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * Returns the titles with ids in one test file, in their order. Comments and skipped tests do not count.
 * @param {string} source
 * @returns {Title[]}
 */
export function titlesIn(source) {
  const code = source.replace(/^\s*\/\/.*$/gm, '').replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
  return literals
    .flatMap((literal) => [...code.matchAll(literal)])
    .sort((a, b) => a.index - b.index)
    .filter(([, skipped]) => skipped === undefined)
    .map(([, , text = '']) => readTitle(text))
}

/**
 * @param {string} text
 * @returns {Title}
 */
function readTitle(text) {
  const groups = text.match(new RegExp(ids, 'g')) ?? []
  const title = text.replace(new RegExp(` ?${ids}`, 'g'), '').replace(/\\(.)/g, '$1')
  return { title: title.trim(), ids: groups.flatMap((group) => group.slice(1, -1).split(/, ?/)) }
}
