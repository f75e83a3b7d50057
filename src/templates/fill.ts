// A template's content for one channel with its placeholders filled: what admission keeps and what the preview shows.
import type { Misfit } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
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
  /** Variables that were used and have no value. */
  missing: Set<string>
}

type Vars = Readonly<Record<string, string>>

/** For all texts of one message on the channel, and for its copy with masks. */
export function contentBudget(channel: ChannelName): FillingBudget {
  return createBudget(channelOf(channel).content === 'html' ? sizes.filledInEmail : sizes.filled)
}

/** Says which text did not take its values any more; the content is to be refused then. */
export function budgetMisfit(channel: ChannelName, { most, exceededAt }: FillingBudget): Misfit | undefined {
  if (exceededAt === undefined) return undefined
  const text = exceededAt === SUBJECT ? 'the subject' : exceededAt === BODY ? 'the text' : exceededAt
  return {
    field: exceededAt === SUBJECT ? 'subject' : 'template',
    message: `${text} brings the values that are filled in to more than ${most} characters together; a message by ${channel} takes ${most}`,
  }
}

/** Names of texts for a budget; no field of a channel has such a name. */
const SUBJECT = '<subject>'
const BODY = '<body>'

/**
 * `subject`: the one to use, in place of the template's. `positions`: the variables of the approved template, where known.
 * Where `budget` was exceeded, the content is incomplete.
 */
export function fillContent(
  source: ReturnType<typeof contentFor>,
  channel: ChannelName,
  vars: Vars,
  subject: string | undefined,
  { positions, budget = contentBudget(channel) }: { positions?: string[] | undefined; budget?: FillingBudget } = {},
): FilledContent {
  const filling = createFilling(vars, budget)
  const { missing } = filling
  const { content, bodyEscape, ownEscape } = channelOf(channel)
  if (content === 'html' && hasMarkdown(source.own)) return fillMarkdown(source, source.own, filling, subject)
  const byPosition = providerOf(channel).approval?.named(source.own, '') !== undefined
  // An approved template is filled by position; names in the shared body belong to the other channels.
  const bodyFilling = byPosition ? { ...filling, missing: new Set<string>() } : filling
  const body = fillPlaceholders(bodyFilling, source.body, BODY, bodyEscape)
  const filled = {
    ...filledSubject(filling, subject),
    body,
    ...(source.own === undefined ? {} : { own: fillPlaceholdersDeep(filling, source.own, ownEscape) }),
  }
  if (byPosition)
    for (const name of positions ?? positionsOf(source.body, vars)) if (!Object.hasOwn(vars, name)) missing.add(name)
  return { ...filled, missing }
}

/** Line breaks in a subject would start new headers; they become spaces. */
function filledSubject(filling: Filling, subject: string | undefined): { subject?: string } {
  return subject === undefined ? {} : { subject: oneLine(fillPlaceholders(filling, subject, SUBJECT)) }
}

function hasMarkdown(own: Record<string, unknown> | undefined): own is { markdown: string | true } {
  return own !== undefined && (own.markdown === true || typeof own.markdown === 'string')
}

/**
 * Markdown for email: a text of its own, or `true` for the body's. Kept twice: `own.markdown` with values that can't
 * become markup, for the HTML, and `body` with the values as they are, for the plain text.
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
  // The budget has counted these values for the plain text.
  const again = { ...filling, budget: createBudget(Number.POSITIVE_INFINITY) }
  const escaped = fillPlaceholders(again, text, BODY, () => asMarkdownText)
  budget.worked += again.budget.worked
  return { ...filled, own: { ...filled.own, markdown: escaped } }
}

/**
 * Every mark as a character reference, which ends no code and begins no block, and so the line breaks and the space at either
 * end; an address stays one, so that it can be a link.
 */
function asMarkdownText(value: string): string {
  if (isAddress(value)) return value
  const text = value.replace(/\r\n?/g, '\n')
  const start = text.length - text.trimStart().length
  const end = Math.max(start, text.trimEnd().length)
  const middle = text.slice(start, end).replace(/[!-/:-@[-`{-~\n]+/g, asReferences)
  return asReferences(text.slice(0, start)) + middle + asReferences(text.slice(end))
}

/** A loop over prepared texts: a call for each of 262,144 characters holds the main thread for over 50 ms. */
function asReferences(characters: string): string {
  let references = ''
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at)
    references += REFERENCES[code] ?? `&#${code};`
  }
  return references
}

const REFERENCES = Array.from({ length: 128 }, (_, code) => `&#${code};`)

function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029\u0085]+/g, ' ').trim()
}

/** The positions "1".."n", n being the last one used by the body or given in `vars`. */
function positionsOf(body: string, vars: Vars): string[] {
  const used = Array.from(body.matchAll(/\{\{\s*([1-9]\d{0,2})\s*\}\}/g), (match) => Number(match[1]))
  const names = Object.keys(vars)
    .filter((key) => /^[1-9]\d{0,2}$/.test(key))
    .map(Number)
  const last = Math.max(0, ...used, ...names)
  return Array.from({ length: last }, (_, index) => String(index + 1))
}
