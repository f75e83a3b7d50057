// Finds the texts for readers: comments, test titles, strings in code, and pages of documentation.
import { parseSync, Visitor } from 'rolldown/utils'

/**
 * @typedef {object} Passage
 * @property {import('./words.mjs').Kind} kind
 * @property {number} line The line in which the passage begins. The first line has the number 1.
 * @property {string} text The text without code and markup. Each sentence ends with punctuation or a line break.
 */

const CODE = /\.(?:[cm]?[jt]s|tsx)$/u
const HASH_COMMENTS = /(?:\.(?:sh|ya?ml|toml|conf|cfg|ini|editorconfig)|Dockerfile|Caddyfile|\.ci\/run|\.gitignore)$/u
const TESTS = new Set(['it', 'test'])
const MODIFIERS = new Set([
  'concurrent',
  'each',
  'fails',
  'for',
  'only',
  'runIf',
  'sequential',
  'skip',
  'skipIf',
  'todo',
])
/** A string counts as a sentence, or as a part of one, if it has at least two spaces between words. */
const PROSE = /[A-Za-z,;:] [a-z]+ \p{L}/u
/** Matches SQL: a statement, a clause, a list of assignments or a condition. */
const SQL =
  /^\s*(?:(?:select|insert|update|delete|with|create|alter|drop|set|lock|begin|values|from|where|and|or|join|left join)\b|[a-z_]+ =|deliveries where\b)/iu

/**
 * @param {string} path The path relative to the repository. Its ending determines how the file is read.
 * @param {string} text
 * @returns {Passage[]}
 */
export function passagesOf(path, text) {
  if (path.endsWith('.md')) return docsIn(text)
  if (path.endsWith('.sql')) return lineCommentsIn(text, '--')
  if (HASH_COMMENTS.test(path)) return lineCommentsIn(text, '#')
  if (CODE.test(path)) return codeIn(path, text)
  return []
}

/** @param {string} text @returns {Passage[]} Paragraphs, headings and cells of tables. */
function docsIn(text) {
  const withoutFences = text.replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gmu, (block) => block.replace(/[^\n]/gu, ''))
  /** @type {Passage[]} */
  const passages = []
  let open = false
  for (const [index, line] of withoutFences.split('\n').entries()) {
    const starts = /^\s*(?:$|[-*+] |\d+\. |#|\||>)/u.test(line)
    const last = passages.at(-1)
    if (open && !starts && last) last.text += ` ${plainMarkdown(line)}`
    else if (line.trim() !== '') passages.push({ kind: 'docs', line: index + 1, text: plainMarkdown(line) })
    open = line.trim() !== '' && !/^\s*[#|]/u.test(line)
  }
  return passages
}

/** @param {string} line */
function plainMarkdown(line) {
  return withoutCode(line)
    .replace(/^\s*(?:[-*+] |\d+\. |#+ |> )/u, '')
    .replace(/\]\([^)]*\)/gu, ']')
    .replace(/\s*\|\s*/gu, '\n')
    .replace(/<[^>]*>/gu, '')
}

/**
 * Returns the comments that share no line with code. Consecutive lines are one passage.
 * @param {string} text
 * @param {string} mark
 * @returns {Passage[]}
 */
function lineCommentsIn(text, mark) {
  /** @type {Passage[]} */
  const passages = []
  let open = false
  for (const [index, line] of text.split('\n').entries()) {
    const at = line.indexOf(mark)
    const fills = at >= 0 && line.slice(0, at).trim() === '' && !line.startsWith('#!')
    if (!fills) {
      open = false
      continue
    }
    const words = withoutCode(line.slice(at + mark.length))
    const last = passages.at(-1)
    if (open && last) last.text += `\n${words}`
    else passages.push({ kind: 'comment', line: index + 1, text: words })
    open = true
  }
  return passages.map((passage) => ({ ...passage, text: joinLines(passage.text) }))
}

/** @param {string} path @param {string} text @returns {Passage[]} */
function codeIn(path, text) {
  const { program, comments } = parseSync(path, text)
  const lineAt = lineFinder(text)
  return [...commentsIn(text, comments, lineAt), ...stringsIn(program, lineAt)]
}

/**
 * Joins consecutive line comments into one passage. Ignores a comment that shares its line with code.
 * @param {string} text
 * @param {{ type: string, value: string, start: number, end: number }[]} comments
 * @param {(offset: number) => number} lineAt
 * @returns {Passage[]}
 */
function commentsIn(text, comments, lineAt) {
  /** @type {Passage[]} */
  const passages = []
  let previousEnd = -1
  for (const { type, value, start, end } of comments) {
    const words = type === 'Line' ? withoutCode(value) : blockText(value)
    const last = passages.at(-1)
    const follows = type === 'Line' && previousEnd >= 0 && /^\n[ \t]*$/u.test(text.slice(previousEnd, start))
    if (follows && last) last.text += `\n${words}`
    else passages.push({ kind: 'comment', line: lineAt(start), text: words })
    previousEnd = type === 'Line' ? end : -1
  }
  return passages.map((passage) => ({ ...passage, text: joinLines(passage.text) }))
}

/** @param {string} value The content of a block comment. */
function blockText(value) {
  return withoutCode(value.replace(/^\s*\*+ ?/gmu, ''))
    .replace(/^@\w+ *(?:\{[^\n]*\})?/gmu, '\n\n')
    .replace(/\{@link ([^}]*)\}/gu, '$1')
}

/**
 * Returns the titles of tests, and the strings that read as a sentence or as a part of a sentence.
 * @param {import('rolldown/utils').ParseResult['program']} program
 * @param {(offset: number) => number} lineAt
 * @returns {Passage[]}
 */
function stringsIn(program, lineAt) {
  /** @type {Passage[]} */
  const passages = []
  /** @type {Set<number>} */
  const skipped = new Set()
  /** @param {string} text @param {number} start @param {import('./words.mjs').Kind} kind */
  const add = (text, start, kind) => passages.push({ kind, line: lineAt(start), text: withoutCode(text) })
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const title = first && isTest(callee) ? stringOf(first) : undefined
      if (first === undefined || title === undefined) return
      skipped.add(first.start)
      add(title, first.start, 'title')
    },
    TaggedTemplateExpression({ quasi }) {
      skipped.add(quasi.start)
    },
    Literal(node) {
      const text = stringOf(node)
      if (text !== undefined && !skipped.has(node.start) && isProse(text)) add(text, node.start, 'text')
    },
    TemplateLiteral(node) {
      const text = stringOf(node)
      if (text !== undefined && !skipped.has(node.start) && isProse(text)) add(text, node.start, 'text')
    },
  }).visit(program)
  return passages
}

/** @param {any} callee @returns {boolean} True for `it`, `it.skip`, `it.each(rows)` and similar functions. */
function isTest(callee) {
  if (callee.type === 'Identifier') return TESTS.has(callee.name)
  if (callee.type === 'CallExpression') return isTest(callee.callee)
  return callee.type === 'MemberExpression' && MODIFIERS.has(callee.property.name) && isTest(callee.object)
}

/** @param {any} node @returns {string | undefined} The text of a string or a template, with … for each value. */
function stringOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.map((/** @type {any} */ { value }) => value.cooked ?? value.raw).join('…')
}

/** @param {string} text */
function isProse(text) {
  return PROSE.test(text) && !SQL.test(text)
}

/** @param {string} text @returns {string} The text, in which a word replaces each piece of code. */
function withoutCode(text) {
  return text.replace(/`[^`\n]*`/gu, 'code').replace(/https?:\/\/\S+/gu, 'address')
}

/** @param {string} text @returns {string} The lines as paragraphs. Empty lines and list items separate them. */
function joinLines(text) {
  return text.replace(/\n(?!\s*(?:\n|[-*|] |\d+\. ))\s*/gu, ' ')
}

/** @param {string} text @returns {(offset: number) => number} */
function lineFinder(text) {
  const starts = [...text.matchAll(/\n/gu)].map(({ index }) => index + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length + 1 : next + 1
  }
}
