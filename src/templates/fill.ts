// Fills the placeholders of a template's content for one channel. Admission stores the result, and the preview shows
// it.
import type { Misfit } from '../channels/contract.ts'
import type { EmailLayout } from '../channels/email/design/designed.ts'
import { marks } from '../channels/email/design/layout-names.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { RenderedText } from '../channels/text/rendered-text.ts'
import { isAddress } from '../lib/text/markdown-values.ts'
import {
  createBudget,
  createFilling,
  type Filling,
  type FillingBudget,
  fillPlaceholders,
  fillPlaceholdersDeep,
} from '../lib/text/placeholders.ts'
import { sizes } from '../limits.ts'
import type { contentFor } from './content.ts'

export interface FilledContent {
  subject?: string
  body: string
  own?: Record<string, unknown>
  /** The variables that the template uses and that have no value. */
  missing: Set<string>
}

type Vars = Readonly<Record<string, string>>

/**
 * Returns a new budget: the maximum number of characters that values may have in all texts of a message on the channel.
 * The copy of the texts with masks counts too.
 */
export function contentBudget(channel: ChannelName): FillingBudget {
  return createBudget(channelOf(channel).content === 'html' ? sizes.filledInEmail : sizes.filled)
}

/** Returns a refusal if the values exceeded the budget. The refusal shows in which text this happened. */
export function budgetMisfit(channel: ChannelName, { most, exceededAt }: FillingBudget): Misfit | undefined {
  if (exceededAt === undefined) return undefined
  const text = exceededAt === SUBJECT ? 'the subject' : exceededAt === BODY ? 'the text' : exceededAt
  return {
    field: exceededAt === SUBJECT ? 'subject' : 'template',
    message: `${text} makes the filled-in values longer than ${most} characters in total, which is the limit of a message by ${channel}`,
  }
}

/** The values of `exceededAt` for the subject and the body. No field of a channel has one of these names. */
const SUBJECT = '<subject>'
const BODY = '<body>'

/**
 * Fills the content. `subject` replaces the template's subject. `positions` are the variables of the approved template,
 * if known. If `budget` was exceeded, the content is incomplete.
 */
export function fillContent(
  source: ReturnType<typeof contentFor>,
  channel: ChannelName,
  vars: Vars,
  subject: string | undefined,
  { positions, budget = contentBudget(channel), layout }: FillOptions = {},
): FilledContent {
  return withLayout(filledContent(source, channel, vars, subject, positions, budget), layout)
}

interface FillOptions {
  positions?: string[] | undefined
  budget?: FillingBudget
  /** The layout of an email. Its placeholders are filled when the email is composed. */
  layout?: EmailLayout | undefined
}

/** Returns the content with the layout of an email. */
export function withLayout<Filled extends RenderedText>(filled: Filled, layout: EmailLayout | undefined): Filled {
  return layout === undefined ? filled : { ...filled, own: { ...filled.own, layout } }
}

function filledContent(
  source: ReturnType<typeof contentFor>,
  channel: ChannelName,
  vars: Vars,
  subject: string | undefined,
  positions: string[] | undefined,
  budget: FillingBudget,
): FilledContent {
  const filling = createFilling(vars, budget)
  const { missing } = filling
  const { content, bodyEscape, ownEscape } = channelOf(channel)
  if (content === 'html' && hasMarkdown(source.own)) return fillMarkdown(source, source.own, filling, subject)
  const byPosition = providerOf(channel).approval?.named(source.own, '') !== undefined
  // On this channel, an approved template replaces the shared body and is filled by position. Therefore, if only the
  // shared body contains a placeholder, its value is not reported as missing.
  const bodyFilling = byPosition ? { ...filling, missing: new Set<string>() } : filling
  const body = fillPlaceholders(bodyFilling, source.body, BODY, bodyEscape)
  const filled = {
    ...filledSubject(filling, subject),
    body,
    ...(source.own === undefined
      ? {}
      : { own: fillPlaceholdersDeep(withMarks(filling, source.own), source.own, ownEscape) }),
  }
  if (byPosition)
    for (const name of positions ?? positionsOf(source.body, vars)) if (!Object.hasOwn(vars, name)) missing.add(name)
  return { ...filled, missing }
}

/** Adds the marks for the placeholders that the service fills in the HTML of an email when it composes the email. */
function withMarks(filling: Filling, own: Record<string, unknown>): Filling {
  return typeof own.html === 'string' ? { ...filling, values: { ...filling.values, ...marks } } : filling
}

/** Returns the subject. Line breaks become spaces, because a line break would start another header. */
function filledSubject(filling: Filling, subject: string | undefined): { subject?: string } {
  return subject === undefined ? {} : { subject: oneLine(fillPlaceholders(filling, subject, SUBJECT)) }
}

function hasMarkdown(own: Record<string, unknown> | undefined): own is { markdown: string | true } {
  return own !== undefined && (own.markdown === true || typeof own.markdown === 'string')
}

/**
 * Fills Markdown for email. If `markdown` is `true`, the body is the Markdown; otherwise `markdown` contains it.
 * Returns two texts. `own.markdown` is for the HTML part and contains escaped values, which cannot become markup.
 * `body` is for the plain text part and contains the unchanged values.
 */
function fillMarkdown(
  source: ReturnType<typeof contentFor>,
  { markdown, ...rest }: { markdown: string | true },
  filling: Filling,
  subject: string | undefined,
): FilledContent {
  const { missing, budget } = filling
  const text = markdown === true ? source.body : markdown
  const filled = {
    ...filledSubject(filling, subject),
    body: fillPlaceholders(filling, text, BODY),
    own: { ...fillPlaceholdersDeep(filling, rest), markdown: text },
    missing,
  }
  if (budget.exceededAt !== undefined) return filled
  // Use an unlimited budget, because the values were already counted for the plain text.
  const again = { ...filling, budget: createBudget(Number.POSITIVE_INFINITY) }
  const escaped = fillPlaceholders(again, text, BODY, () => asMarkdownText)
  budget.worked += again.budget.worked
  return { ...filled, own: { ...filled.own, markdown: escaped } }
}

/**
 * Escapes a value for Markdown. Each punctuation mark, each line break, and each space at either end becomes a
 * character reference. So the value cannot end a code span or start a block. A URL is not escaped, so that it can be a
 * link.
 */
export function asMarkdownText(value: string): string {
  if (isAddress(value)) return value
  const text = value.replace(/\r\n?/g, '\n')
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  const middle = text.slice(start, end).replace(/[!-/:-@[-`{-~\n]+/g, asReferences)
  return asReferences(text.slice(0, start)) + middle + asReferences(text.slice(end))
}

/**
 * Returns the characters as character references such as `&#42;`. Uses a loop over prepared texts, because a function
 * call for each of 262,144 characters blocks the main thread for over 50 ms.
 */
function asReferences(characters: string): string {
  let references = ''
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at)
    references += REFERENCES[code] ?? `&#${code};`
  }
  return references
}

const REFERENCES = Array.from({ length: 128 }, (_, code) => `&#${code};`)

/** Returns the text in one line, because a line break in a subject would start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029\u0085]+/g, ' ').trim()
}

/** Returns the positions "1" to "n". n is the highest position that occurs in the body or in `vars`. */
function positionsOf(body: string, vars: Vars): string[] {
  const used = Array.from(body.matchAll(/\{\{\s*([1-9]\d{0,2})\s*\}\}/g), (match) => Number(match[1]))
  const names = Object.keys(vars)
    .filter((key) => /^[1-9]\d{0,2}$/.test(key))
    .map(Number)
  const last = Math.max(0, ...used, ...names)
  return Array.from({ length: last }, (_, index) => String(index + 1))
}
