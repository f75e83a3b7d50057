// node scripts/wording.mjs [FOLDER or FILE…]: checks the texts for readers against docs/style.md. With `--in FOLDER`,
// checks the clone in that folder.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain, root } from './setup.mjs'
import { problemsOf } from './wording/problems.mjs'
import { passagesOf } from './wording/sources.mjs'

/** Files that are not checked: generated files, and files that list the refused words. */
const SKIPPED = new Set([
  'sdk/src/api.ts',
  'docs/style.md',
  'scripts/wording/words.mjs',
  'test/rules/wording.test.ts',
  'docs/conformance.md',
  'LICENSE',
])

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
  return listed.filter(
    // git also lists a file that was removed without a commit.
    (path) =>
      existsSync(join(folder, path)) && !SKIPPED.has(path) && !path.startsWith('portal/src/texts/it/') && path !== '',
  )
}
