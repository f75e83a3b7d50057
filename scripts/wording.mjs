// node scripts/wording.mjs [FOLDER or FILE…]: checks the words that people read against docs/style.md. With --in FOLDER it reads
// another clone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain, root } from './setup.mjs'
import { passagesOf } from './wording/sources.mjs'
import { rules } from './wording/words.mjs'

/** Generated files, and the pages that list the refused words. */
const SKIPPED = new Set([
  'sdk/src/api.ts',
  'docs/style.md',
  'scripts/wording/words.mjs',
  'docs/conformance.md',
  'LICENSE',
])
const MOST_WORDS = 35
const LEAST_TITLE_WORDS = 4

await explain(async () => {
  const paths = process.argv.slice(2)
  const folder = paths[0] === '--in' ? (paths.splice(0, 2)[1] ?? root) : root
  const problems = filesOf(folder, paths).flatMap((path) =>
    passagesOf(path, readFileSync(join(folder, path), 'utf8')).flatMap((passage) =>
      problemsOf(passage).map((problem) => `${path}:${passage.line} ${problem}`),
    ),
  )
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) console.log(`${problems.length} problems of wording: docs/style.md has the rules.`)
  return problems.length === 0 ? 0 : 1
})

/** @param {string} folder @param {string[]} paths */
function filesOf(folder, paths) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const listed = execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  return listed.filter((path) => path !== '' && !SKIPPED.has(path) && !path.startsWith('portal/src/texts/it/'))
}

/**
 * @param {import('./wording/sources.mjs').Passage} passage
 * @returns {string[]}
 */
function problemsOf({ kind, text }) {
  const problems = rules
    .filter(({ kinds }) => kinds?.includes(kind) ?? true)
    .flatMap(({ pattern, write }) => {
      const found = pattern.exec(text)
      return found ? [`"${found[0]}": write ${write}`] : []
    })
  if (kind === 'title' && wordsOf(text) < LEAST_TITLE_WORDS)
    problems.push(`"${text}": write the title as a full sentence`)
  if (kind !== 'comment' && kind !== 'docs') return problems
  for (const sentence of sentencesOf(text)) {
    const begin = sentence.slice(0, 40)
    if (kind === 'comment' && wordsOf(sentence) > MOST_WORDS)
      problems.push(`"${begin}…" has ${wordsOf(sentence)} words: write at most ${MOST_WORDS} in a sentence`)
    if (/^(?:What|Who|Whom|Whose|Whatever|Of) /u.test(sentence) && !sentence.endsWith('?'))
      problems.push(`"${begin}…": begin the sentence with the thing or the actor that it is about`)
  }
  return problems
}

/** @param {string} text */
function sentencesOf(text) {
  return text
    .split(/(?<=[.!?])["”)']?\s+(?=["“(']?\p{Lu})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** @param {string} text */
function wordsOf(text) {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
