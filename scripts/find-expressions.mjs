// Finds the regular expressions in TypeScript sources: literals, `RegExp(…)` and the `pattern` of JSON schemas.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/**
 * A regular expression. It has no `pattern` if it is composed from parts that are known only at run time.
 * @typedef {{file: string, line: number, code: string, pattern?: string, flags?: string}} Expression
 */

/** The flag that JSON schemas use for their patterns. */
const SCHEMA_FLAGS = 'u'

/**
 * Returns the regular expressions in the `.ts`, `.tsx` and `.mjs` files of a folder and its subfolders.
 * @param {string} folder
 * @returns {Expression[]} In the order of the files.
 */
export function expressionsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : expressionsIn(path)
    return /\.(?:tsx?|mjs)$/.test(entry.name) ? expressionsOf(path) : []
  })
}

/**
 * @param {string} file
 * @returns {Expression[]}
 */
function expressionsOf(file) {
  const text = readFileSync(file, 'utf8')
  /** @type {Expression[]} */
  const found = []
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const expression = expressionAt(node)
    if (expression === undefined) return
    const line = text.slice(0, node.start).split('\n').length
    found.push({ file, line, code: text.slice(node.start, node.end), ...expression })
  })
  return found
}

/**
 * @param {any} node A node of the syntax tree.
 * @returns {{pattern?: string, flags?: string} | undefined} Undefined if the node is not a regular expression.
 */
function expressionAt(node) {
  if (node.type === 'Literal' && node.regex) return { pattern: node.regex.pattern, flags: node.regex.flags }
  if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.name === 'RegExp') {
    const [pattern, flags] = node.arguments
    if (pattern?.regex) return {}
    return constant(pattern, flags === undefined ? '' : flags.value)
  }
  if (node.type === 'Property' && (node.key.name ?? node.key.value) === 'pattern')
    return constant(node.value, SCHEMA_FLAGS)
  return undefined
}

/**
 * @param {any} node
 * @param {unknown} flags
 */
function constant(node, flags) {
  return typeof node?.value === 'string' && typeof flags === 'string' ? { pattern: node.value, flags } : {}
}

/**
 * @param {unknown} node
 * @param {(node: any) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node !== null && typeof node === 'object' && !(node instanceof RegExp)) {
    if ('type' in node) visit(node)
    for (const child of Object.values(node)) walk(child, visit)
  }
}
