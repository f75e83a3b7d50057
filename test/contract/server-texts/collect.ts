// Collects the English sentences of the server that the portal shows, from the server's code and the connection forms.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { channelForms } from '../../../src/connections/forms.ts'
import { areas, notRead, notShown, words } from './areas.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface ServerText {
  text: string
  /** The catalog that contains the translation: portal/src/texts/it/server/<area>.ts. */
  area: string
}

/** Returns every sentence of the server, each once. A placeholder has the name of its expression in the code. */
export function serverTexts(): ServerText[] {
  const found = new Map<string, ServerText>()
  const add = (area: string, text: string) => {
    const trimmed = text.trim()
    const key = withoutNames(trimmed)
    if (!notShown.has(key) && !found.has(key)) found.set(key, { text: trimmed, area })
  }
  for (const [area, paths] of Object.entries(areas)) {
    for (const file of paths.flatMap(filesAt))
      for (const text of textsIn(readFileSync(join(root, file), 'utf8'))) add(area, text)
  }
  for (const { area, text } of formTexts()) add(area, text)
  for (const [area, texts] of Object.entries(words)) for (const text of texts) add(area, text)
  return [...found.values()]
}

/** Returns the sentence with `{}` in place of each placeholder. */
export function withoutNames(text: string): string {
  return text.replaceAll(/\{\w+\}/g, '{}')
}

function filesAt(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).sort()
  return names.map((name) => posix.join(path, name.replaceAll('\\', '/'))).filter(isRead)
}

function isRead(path: string): boolean {
  return path.endsWith('.ts') && !path.endsWith('/limits.ts') && !notRead.has(path)
}

type DescribedProvider = ReturnType<typeof channelForms>[number]['providers'][number]

/** Returns the titles, help texts and examples of the settings of every channel and provider. */
function formTexts(): ServerText[] {
  return channelForms().flatMap(({ name, help, settings, providers }) =>
    [help, ...formWords(settings), ...providers.flatMap(providerWords)]
      .filter((text) => !isTechnical(text))
      .map((text) => ({ area: name, text })),
  )
}

function providerWords({ title, help, settings, presets, webhook }: DescribedProvider): string[] {
  return [
    title,
    help,
    ...formWords(settings),
    ...presets.flatMap((preset) => [preset.title, preset.help]),
    ...(webhook ? [webhook.help] : []),
  ]
}

function formWords(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(formWords)
  if (!isNode(schema)) return []
  const { title, description, examples } = schema
  const example = Array.isArray(examples) ? examples[0] : undefined
  return [
    ...[title, description].filter((text) => typeof text === 'string'),
    ...(typeof example === 'string' && /\w \w/.test(example) ? [example] : []),
    ...Object.values(schema).filter(isNode).flatMap(formWords),
  ]
}

/** Returns whether the text is a name that is the same in every language, such as "URL" or "SMTP". */
function isTechnical(text: string): boolean {
  return /^[A-Z0-9 ]+$/.test(text) || !/[a-z]/.test(text)
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/**
 * Parts of the code whose texts the portal never shows: types, imports, SQL, the API document, logs and internal
 * errors.
 */
const SKIPPED_NODES = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSTypeAnnotation',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TaggedTemplateExpression',
])
const SKIPPED_PROPERTIES = new Set([
  'summary',
  'description',
  'title',
  'help',
  'label',
  'labels',
  'example',
  'examples',
])
const SKIPPED_CALLS = new Set(['Error', 'TypeError', 'RangeError', 'route', 'log', 'logger', 'console', 'sql'])

/** Returns the literals that contain a space and letters. An expression in a template becomes `{name}`. */
export function textsIn(code: string): string[] {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    else if (isNode(value) && !isSkipped(value)) visitNode(value)
  }
  const visitNode = (value: Node): void => {
    const text = textOf(value)
    if (text !== undefined && isSentence(text)) texts.push(text)
    if (isCounted(value)) texts.push(...countedTexts(value))
    else for (const part of text === undefined ? Object.values(value) : expressionsOf(value)) visit(part)
  }
  visit(parseAst(code, { lang: 'ts' }).body)
  return texts
}

function isSkipped(node: Node): boolean {
  const type = String(node.type)
  if (SKIPPED_NODES.has(type)) return true
  if (type === 'Property') return SKIPPED_PROPERTIES.has(nameOf(node.key))
  return (type === 'CallExpression' || type === 'NewExpression') && SKIPPED_CALLS.has(calledName(node))
}

const SQL =
  /^\s*(select|insert|update|delete|with|create|alter|from|where|and|order by|join|left join)\b[^.]*(=|\b(select|from|set|into|as|is)\b)/

function isSentence(text: string): boolean {
  const bare = withoutNames(text.trim())
  const hasWords = bare.split(' ').some((word) => /[A-Za-z]{2}/.test(word) && !word.includes('_'))
  return / /.test(bare) && hasWords && !SQL.test(text)
}

function isCounted(node: Node): boolean {
  return node.type === 'CallExpression' && calledName(node) === 'counted'
}

/** Returns both forms of a counted noun: `{n} message` and `{n} messages`. Only a number may replace `{n}`. */
function countedTexts({ arguments: given }: Node): string[] {
  const [, one, many] = Array.isArray(given) ? given : []
  const noun = textOf(one)
  if (noun === undefined) return []
  return [noun, textOf(many) ?? `${noun}s`].map((word) => `{n} ${word}`)
}

/** Returns the text of a literal, a template or concatenated texts. Returns undefined for any other expression. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') return templateText(node)
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  if (left === undefined && right === undefined) return undefined
  return (left ?? `{${nameOf(node.left) || 'value'}}`) + (right ?? `{${nameOf(node.right) || 'value'}}`)
}

function templateText({ quasis, expressions }: Node): string {
  const parts = Array.isArray(quasis) ? quasis : []
  const values = Array.isArray(expressions) ? expressions : []
  const names = new Map<string, number>()
  return parts
    .map(({ value }, at) => {
      if (at >= values.length) return value.cooked
      const name = nameOf(values[at]) || 'value'
      const count = (names.get(name) ?? 0) + 1
      names.set(name, count)
      return `${value.cooked}{${name}${count === 1 ? '' : count}}`
    })
    .join('')
}

function expressionsOf(node: Node): unknown[] {
  if (node.type === 'TemplateLiteral') return Array.isArray(node.expressions) ? node.expressions : []
  if (node.type !== 'BinaryExpression') return []
  return [node.left, node.right].flatMap((side) => {
    if (isNode(side) && textOf(side) !== undefined) return expressionsOf(side)
    return [side]
  })
}

/**
 * Returns the name of the placeholder that stands for an expression. The name comes from the variable or property, or
 * from a call: its first argument, the object of the method, or the function.
 */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  switch (node.type) {
    case 'Identifier':
      return inCamelCase(String(node.name))
    case 'MemberExpression':
      return nameOf(node.property)
    case 'CallExpression':
      return argumentName(node) || ownerName(node) || calledName(node)
    default:
      return ''
  }
}

/** Converts `MOST_TAGS` to `mostTags`. */
function inCamelCase(name: string): string {
  if (/[a-z]/.test(name)) return name
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function argumentName({ arguments: given }: Node): string {
  return Array.isArray(given) ? nameOf(given[0]) : ''
}

/** Returns `names` for `names.join(', ')`. */
function ownerName({ callee }: Node): string {
  const name = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.object) : ''
  return name === 'Math' || name === 'String' ? '' : name
}

function calledName({ callee }: Node): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.name)
  if (callee.type !== 'MemberExpression') return ''
  const owner = nameOf(callee.object)
  return SKIPPED_CALLS.has(owner) ? owner : nameOf(callee.property)
}
