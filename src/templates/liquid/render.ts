// Renders the Liquid texts of a message. Runs in a thread, which is ended if one filter takes too long.
import { Context, type Liquid, type Template, toValueSync } from 'liquidjs'
import { marks } from '../../channels/email/design/layout-names.ts'
import { type ChannelName, channelOf } from '../../channels/index.ts'
import { fieldsOf, isObject, type JsonValue } from '../../lib/json/json-fields.ts'
import type { Escape, TextPlace } from '../../lib/text/placeholders.ts'
import { liquid as limits } from '../../limits.ts'
import type { contentFor } from '../content.ts'
import { asMarkdownText, type FilledContent, oneLine } from '../fill.ts'
import type { Place } from '../problems.ts'
import { createEngine, faultOf, textOf } from './engine.ts'
import { SERVICE_NAMES, staticPath } from './parsing.ts'

/** The values that the texts of a message use. */
export interface LiquidValues {
  vars: Readonly<Record<string, string>>
  data?: JsonValue | undefined
  /** The messages of a digest. */
  items?: JsonValue[]
  items_count?: number
  /** The number of messages of a digest that are not in `items`. */
  more?: number
}

export interface LiquidJob {
  /** The slug of the template, if it is stored. Appears in the error if the thread is ended. */
  template?: string
  channel: ChannelName
  source: ReturnType<typeof contentFor>
  /** Replaces the subject of the source. */
  subject: string | undefined
  values: LiquidValues
  /** The values with masks. Present if the message has sensitive values. */
  masked?: LiquidValues | undefined
  /** If true, a variable without a value is empty and listed in `missing`. Used for previews. */
  lenient?: boolean
}

export interface LiquidProblem extends Place {
  /** The path of the text, such as `body` or `own.html`. */
  at: string
  message: string
  /** The variable that has no value. */
  missing?: string | undefined
}

type Texts = Omit<FilledContent, 'missing'>

export type LiquidResult =
  | { content: Texts; masked?: Texts; missing: string[]; variables: string[]; worked: number }
  | { problem: LiquidProblem }

/** The result, and the number of milliseconds that it took. */
export type TimedResult = LiquidResult & { took: number }

/** Receives the path of each text before it is rendered. */
type OnText = (at: string) => void

/** Renders all texts of the message, and the copy with masks. Stops at the first problem. */
export function renderMessage(job: LiquidJob, onText: OnText): LiquidResult {
  const work: Work = { onText, characters: 0, ...(job.lenient ? { variables: new Set() } : {}) }
  try {
    const content = textsFor(job, job.values, work)
    const masked = job.masked && textsFor(job, job.masked, work)
    return resultOf(work, content, masked)
  } catch (error) {
    if (!(error instanceof TextFault)) throw error
    const { problem } = error
    return job.lenient && problem.missing !== undefined ? renderLeniently(job, onText) : { problem }
  }
}

/** Renders the texts with nothing in place of variables without a value. */
function renderLeniently({ lenient: _, ...job }: LiquidJob, onText: OnText): LiquidResult {
  const work: Work = { onText, characters: 0, variables: new Set(), missing: new Set() }
  try {
    return resultOf(work, textsFor(job, job.values, work))
  } catch (error) {
    if (error instanceof TextFault) return { problem: error.problem }
    throw error
  }
}

function resultOf(
  { characters, missing = new Set(), variables = new Set() }: Work,
  content: Texts,
  masked?: Texts,
): LiquidResult {
  const names = [...variables].filter((name) => !SERVICE_NAMES.includes(name)).sort()
  return { content, ...(masked ? { masked } : {}), missing: [...missing], variables: names, worked: characters }
}

class TextFault extends Error {
  readonly problem: LiquidProblem
  constructor(problem: LiquidProblem) {
    super(problem.message)
    this.problem = problem
  }
}

interface Work {
  onText: OnText
  characters: number
  /** Collects the variables without a value. If it is present, they are no error. */
  missing?: Set<string>
  /** Collects the variables of all texts, if it is present. */
  variables?: Set<string>
}

function textsFor({ channel, source, subject }: LiquidJob, values: LiquidValues, work: Work): Texts {
  const { vars, data, ...digest } = values
  const scope = { ...vars, vars, ...(data === undefined ? {} : { data }), ...digest }
  const write = (at: string, text: string, escapeValue?: Escape) => {
    work.onText(at)
    const written = rendered(at, text, at.endsWith('html') ? { ...scope, ...marks } : scope, escapeValue, work)
    work.characters += text.length + written.length
    return written
  }
  const { bodyEscape, ownEscape } = channelOf(channel)
  const markdown = source.own?.markdown
  const text = typeof markdown === 'string' ? markdown : source.body
  const isMarkdown = markdown === true || typeof markdown === 'string'
  const body = write('body', isMarkdown ? text : source.body, isMarkdown ? undefined : bodyEscape?.(IN_TEXT))
  const own =
    source.own &&
    ownTexts(source.own, ROOT, (place, path, value) =>
      write(`own.${path}`, value, ownEscape?.({ ...place, ...IN_TEXT })),
    )
  return {
    ...(subject === undefined ? {} : { subject: oneLine(write('subject', subject)) }),
    body,
    ...(own === undefined
      ? {}
      : { own: isMarkdown ? { ...own, markdown: write('markdown', text, asMarkdownText) } : own }),
  }
}

/** Values of Liquid are escaped as if they were in plain text, because the text around them is not known. */
const IN_TEXT = { code: 'none', inAddress: false } as const

type OwnPlace = Pick<TextPlace, 'key' | 'holder' | 'holderKey'>

const ROOT: OwnPlace = { key: '', holder: {}, holderKey: '' }

/** Renders every text of the channel-specific content. Markdown is rendered separately. */
function ownTexts(
  own: Record<string, unknown>,
  root: OwnPlace,
  write: (place: OwnPlace, path: string, text: string) => string,
): Record<string, unknown> {
  const visit = (value: unknown, place: OwnPlace, path: string): unknown => {
    if (typeof value === 'string') return path === 'markdown' ? value : write(place, path, value)
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    if (Array.isArray(value)) return value.map((item, index) => visit(item, place, below(String(index))))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        visit(item, { key, holder: value, holderKey: place.key }, below(key)),
      ]),
    )
  }
  return Object.fromEntries(
    Object.entries(own).map(([key, item]) => [key, visit(item, { key, holder: own, holderKey: root.key }, key)]),
  )
}

function rendered(
  at: string,
  text: string,
  scope: object,
  escapeValue: Escape | undefined,
  { missing, variables }: Work,
): string {
  if (!text.includes('{')) return text
  try {
    const { engine, parsed } = missing
      ? parsedWith(createEngine(escapeValue, { lenient: true }), text)
      : parsedText(text, escapeValue)
    if (variables) collectVariables(engine, parsed, scope, variables, missing)
    const context = new Context(scope, engine.options, { sync: true })
    return toValueSync(engine.renderer.renderTemplates(parsed, context, new LimitedText()))
  } catch (error) {
    const { missing: name, ...fault } = faultOf(error)
    throw new TextFault({ at, ...fault, missing: name })
  }
}

/** Collects the output of a text up to its limit. */
class LimitedText {
  buffer = ''
  write(part: unknown): void {
    this.buffer += textOf(part)
    if (this.buffer.length > limits.output) throw new Error(`the text becomes longer than ${limits.output} characters`)
  }
}

interface Parsed {
  engine: Liquid
  parsed: Template[]
}

/** Engines by their escape function, and the parsed texts of each engine. */
const engines = new Map<Escape | undefined, { engine: Liquid; texts: Map<string, Template[]> }>()
/** Maximum number of characters of all parsed texts that are kept. */
const MOST_KEPT = 2_000_000
let kept = 0

function parsedWith(engine: Liquid, text: string): Parsed {
  return { engine, parsed: engine.parse(text) }
}

/** Adds the paths of the variables of a text, and of those that have no value. */
function collectVariables(
  engine: Liquid,
  parsed: Template[],
  scope: object,
  variables: Set<string>,
  missing: Set<string> | undefined,
): void {
  for (const segments of engine.globalVariableSegmentsSync(parsed)) {
    const path = staticPath(segments)
    if (path.length === 0) continue
    variables.add(path.join('.'))
    if (valueAt(scope, path) === undefined) missing?.add(path.join('.'))
  }
}

function valueAt(scope: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? fieldsOf(value)[name] : undefined,
    scope,
  )
}

function parsedText(text: string, escapeValue: Escape | undefined): Parsed {
  if (kept > MOST_KEPT) {
    engines.clear()
    kept = 0
  }
  const known = engines.get(escapeValue) ?? { engine: createEngine(escapeValue), texts: new Map<string, Template[]>() }
  engines.set(escapeValue, known)
  const parsed = known.texts.get(text) ?? known.engine.parse(text)
  if (!known.texts.has(text)) kept += text.length
  known.texts.set(text, parsed)
  return { engine: known.engine, parsed }
}
