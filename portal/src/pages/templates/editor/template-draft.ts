// A template while it is edited: plain texts for every field, and back to what the API takes.
import type { Input } from '../../../api/request.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'

export interface ChannelDraft {
  /** Off: the locale's own text serves this channel, too. */
  ownText: boolean
  subject: string
  body: string
  /** Email: the body is Markdown. */
  markdown: boolean
  /** What else the template says for this channel alone, as JSON: embeds, blocks, an approved template. */
  own: string
}

export interface LocaleDraft {
  subject: string
  body: string
  channels: Partial<Record<ChannelName, ChannelDraft>>
}

export interface TemplateDraft {
  name: string
  essential: boolean
  /** Names of variables that viewers do not see. */
  sensitive: string[]
  locales: Record<string, LocaleDraft>
}

export type Locales = Input<'createTemplate'>['body']['locales']
type LocaleContent = Locales[string]
type ChannelContent = Record<string, unknown> & { subject?: string; body?: string; markdown?: boolean | string }

export const emptyChannel: ChannelDraft = { ownText: false, subject: '', body: '', markdown: false, own: '' }

export interface StoredTemplate {
  name: string
  essential: boolean
  /** null: a version from before 0.2.0, which does not say. */
  sensitive: string[] | null
  locales: Record<string, unknown>
}

export function draftOf({ name, essential, sensitive, locales }: StoredTemplate): TemplateDraft {
  const contents = locales as Record<string, LocaleContent>
  return {
    name,
    essential,
    sensitive: sensitive ?? [],
    locales: Object.fromEntries(
      Object.entries(contents).map(([locale, { subject = '', body, channels = {} }]) => [
        locale,
        {
          subject,
          body,
          channels: Object.fromEntries(
            Object.entries(channels).map(([channel, content]) => [channel, channelDraftOf(content as ChannelContent)]),
          ),
        },
      ]),
    ),
  }
}

function channelDraftOf({ subject, body, ...own }: ChannelContent): ChannelDraft {
  const { markdown, ...rest } = own
  const isMarkdown = markdown === true
  const others = isMarkdown ? rest : own
  return {
    ownText: subject !== undefined || body !== undefined,
    subject: subject ?? '',
    body: body ?? '',
    markdown: isMarkdown,
    own: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  }
}

export interface UnreadableContent {
  locale: string
  channel: ChannelName
}

/** What the API takes; texts that should be JSON objects and are not are answered in `misread`, and left out. */
export function localesOf(draft: TemplateDraft): { locales: Locales; misread: UnreadableContent[] } {
  const misread: UnreadableContent[] = []
  const locales = Object.fromEntries(
    Object.entries(draft.locales).map(([locale, { subject, body, channels }]) => {
      const contents = (Object.entries(channels) as [ChannelName, ChannelDraft][]).flatMap(([channel, content]) => {
        const own = objectOf(content.own)
        if (own === undefined) misread.push({ locale, channel })
        const made = channelContentOf(content, own ?? {})
        return Object.keys(made).length === 0 ? [] : [[channel, made] as const]
      })
      return [
        locale,
        {
          ...(subject === '' ? {} : { subject }),
          body,
          ...(contents.length === 0 ? {} : { channels: Object.fromEntries(contents) }),
        },
      ]
    }),
  )
  return { locales, misread }
}

function channelContentOf({ ownText, subject, body, markdown }: ChannelDraft, own: object): ChannelContent {
  return {
    ...own,
    ...(ownText && subject !== '' ? { subject } : {}),
    ...(ownText && body !== '' ? { body } : {}),
    ...(markdown ? { markdown: true } : {}),
  }
}

/**
 * A content that goes out as an approved template. Its words become the content's text, so that previews and the record of a
 * delivery show what WhatsApp shows; parts that belonged to another template, or to a free message, go.
 */
export function approvedContent(
  content: ChannelDraft,
  { name, language, body }: { name: string; language: string; body: string },
): ChannelDraft {
  const own = JSON.stringify({ template: name, language }, null, 2)
  return { ...content, own, ...(body === '' ? {} : { ownText: true, body }) }
}

/** The JSON object a text is; an empty text is one without anything. */
export function objectOf(text: string): object | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Names of the placeholders anywhere in a template. */
export function variablesOf(draft: TemplateDraft): string[] {
  const texts = Object.values(draft.locales).flatMap(({ subject, body, channels }) => [
    subject,
    body,
    ...Object.values(channels).flatMap((content) => [content.subject, content.body, content.own]),
  ])
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(PLACEHOLDER), (match) => match[1]!)))]
}

/** As the service reads them: anything but spaces and braces between two pairs of braces. */
export const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g
