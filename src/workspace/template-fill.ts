// A template's content for one channel with its placeholders filled: what admission keeps and what the preview shows.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { isAddress } from '../lib/markdown-values.ts'
import { fillPlaceholders, fillPlaceholdersDeep } from '../lib/placeholders.ts'
import type { contentFor } from './template-content.ts'

export interface FilledContent {
  subject?: string
  body: string
  own?: Record<string, unknown>
  /** Variables that were used and have no value. */
  missing: Set<string>
}

/** `subject`: the one to use, in place of the template's. `positions`: the variables of the approved template, where known. */
export function fillContent(
  source: ReturnType<typeof contentFor>,
  channel: ChannelName,
  vars: Readonly<Record<string, string>>,
  subject: string | undefined,
  positions?: string[],
): FilledContent {
  const missing = new Set<string>()
  if (channel === 'email' && hasMarkdown(source.own)) return fillMarkdown(source, source.own, vars, subject)
  const byPosition = channel === 'whatsapp' && source.own?.template !== undefined
  // An approved WhatsApp template is filled by position; names in the shared body belong to the other channels.
  const { bodyValue, ownValue } = channelOf(channel)
  const body = fillPlaceholders(source.body, vars, byPosition ? undefined : missing, bodyValue)
  const filled = {
    ...(subject === undefined ? {} : { subject: oneLine(fillPlaceholders(subject, vars, missing)) }),
    body,
    ...(source.own === undefined ? {} : { own: fillPlaceholdersDeep(source.own, vars, missing, ownValue) }),
  }
  if (byPosition)
    for (const name of positions ?? positionsOf(source.body, vars)) if (!Object.hasOwn(vars, name)) missing.add(name)
  return { ...filled, missing }
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
  vars: Readonly<Record<string, string>>,
  subject: string | undefined,
): FilledContent {
  const missing = new Set<string>()
  const text = markdown === true ? source.body : markdown
  return {
    ...(subject === undefined ? {} : { subject: oneLine(fillPlaceholders(subject, vars, missing)) }),
    body: fillPlaceholders(text, vars, missing),
    own: {
      ...fillPlaceholdersDeep(rest, vars, missing),
      markdown: fillPlaceholders(text, vars, missing, asMarkdownText),
    },
    missing,
  }
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

/** Line breaks in a subject would start new headers; they become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029\u0085]+/g, ' ').trim()
}

/** The positions "1".."n", n being the last one used by the body or given in `vars`. */
function positionsOf(body: string, vars: Readonly<Record<string, string>>): string[] {
  const used = Array.from(body.matchAll(/\{\{\s*([1-9]\d{0,2})\s*\}\}/g), (match) => Number(match[1]))
  const given = Object.keys(vars)
    .filter((key) => /^[1-9]\d{0,2}$/.test(key))
    .map(Number)
  const last = Math.max(0, ...used, ...given)
  return Array.from({ length: last }, (_, index) => String(index + 1))
}
