// node scripts/expressions.mjs [FOLDER…]: analyzes all regular expressions, and reports those that need more than
// linear time.
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { expressionsIn } from './find-expressions.mjs'
import { explain, root } from './setup.mjs'

/** Folders with code that parses text from outside the service. */
const FOLDERS = ['src', 'portal', 'sdk/src']

/**
 * Regular expressions that are composed at run time. Each entry has the file, the code, and an example of the resulting
 * pattern. In the code, … stands for a composed part. Each composed part must be constant, escaped, or a pattern that
 * this script finds elsewhere.
 * @type {{file: string, code: string, pattern: string, flags: string}[]}
 */
const COMPOSED = [
  {
    file: 'src/channels/whatsapp/own.ts',
    code: 'pattern: `^(…)$`',
    pattern: '^(image|video|document)$',
    flags: 'u',
  },
  {
    file: 'src/channels/email/design/designed.ts',
    code: 'new RegExp(`\\\\{\\\\{\\\\s*…\\\\s*\\\\}\\\\}`)',
    pattern: '\\{\\{\\s*content\\s*\\}\\}',
    flags: '',
  },
  {
    file: 'src/http/public/send.ts',
    code: 'pattern: `^…[A-Za-z0-9]+$`',
    pattern: '^svcwh_[A-Za-z0-9]+$',
    flags: 'u',
  },
  {
    // This code compiles the patterns of JSON schemas in this repository. The script analyzes these patterns in the
    // schemas, so it ignores this code.
    file: 'src/lib/json/schema-check.ts',
    code: 'new RegExp(pattern, flags)',
    pattern: '^[a-z]+$',
    flags: 'u',
  },
]

/**
 * Limits of the analysis. They limit steps and sizes instead of time, so that the result does not depend on the load of
 * the machine.
 */
const PARAMETERS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

/**
 * The results of the analysis. The keys are the texts of the expressions.
 * @type {Map<string, Promise<any>>}
 */
const analyses = new Map()

await explain(async () => {
  const args = process.argv.slice(2)
  const found = (args.length > 0 ? args : FOLDERS.map((folder) => join(root, folder))).flatMap(expressionsIn)
  const problems = [...(args.length > 0 ? [] : unusedEntries(found)), ...(await Promise.all(found.map(problemOf)))]
  const reported = problems.filter((problem) => problem !== undefined)
  for (const problem of reported) console.log(problem)
  console.log(`${found.length} regular expressions, ${reported.length} problems.`)
  return reported.length === 0 ? 0 : 1
})

/**
 * @param {import('./find-expressions.mjs').Expression} expression
 * @returns {Promise<string | undefined>} Undefined if the expression needs only linear time.
 */
async function problemOf({ file, line, code, pattern, flags }) {
  const place = `${relative(root, file)}:${line} ${code}`
  const analyzed = pattern === undefined ? entryOf(file, code) : { pattern, flags: flags ?? '' }
  if (analyzed === undefined)
    return `${place}\n  is composed at run time: use constant text, or add it to COMPOSED in scripts/expressions.mjs.`
  const { status, complexity, attack, error } = await analysisOf(analyzed.pattern, analyzed.flags)
  if (status === 'safe') return undefined
  if (status === 'unknown') return `${place}\n  could not be analyzed: ${JSON.stringify(error)}`
  return `${place}\n  takes ${complexity.summary} time, for example for ${attack.pattern}`
}

/**
 * @param {string} pattern
 * @param {string} flags
 */
function analysisOf(pattern, flags) {
  const key = `/${pattern}/${flags}`
  const analysis = analyses.get(key) ?? analyzer().check(pattern, flags, PARAMETERS)
  analyses.set(key, analysis)
  return analysis
}

/**
 * Returns the analyzer of the package `recheck`. Uses its native program if npm has installed it. Otherwise uses its
 * JavaScript version, which is four times slower.
 */
function analyzer() {
  const fromTest = createRequire(join(root, 'test', 'package.json'))
  process.env.RECHECK_BACKEND ??= isInstalled(fromTest) ? 'native' : 'pure'
  return fromTest('recheck')
}

/** @param {NodeJS.Require} from */
function isInstalled(from) {
  const platform = { darwin: 'macos', win32: 'windows' }[process.platform.toString()] ?? process.platform
  try {
    return from.resolve(`recheck-${platform}-${process.arch}/package.json`) !== ''
  } catch {
    return false
  }
}

/**
 * @param {string} file
 * @param {string} code
 */
function entryOf(file, code) {
  return COMPOSED.find((entry) => entry.file === relative(root, file) && entry.code === withoutParts(code))
}

/** @param {string} code */
function withoutParts(code) {
  return code.replace(/\$\{[^{}]*\}/g, '…')
}

/** @param {import('./find-expressions.mjs').Expression[]} found */
function unusedEntries(found) {
  const isFound = (/** @type {typeof COMPOSED[number]} */ { file, code }) =>
    found.some((expression) => relative(root, expression.file) === file && withoutParts(expression.code) === code)
  return COMPOSED.filter((entry) => !isFound(entry)).map(
    ({ file, code }) => `${file} no longer has ${code}: remove it from COMPOSED.`,
  )
}
