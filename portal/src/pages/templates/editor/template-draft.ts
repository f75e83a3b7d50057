// The draft of a template: a plain text for every field, and the conversion to the format of the API.
import type { Input } from '../../../api/request.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'

export interface ChannelDraft {
  /** If false, the channel uses the shared text of the language. */
  ownText: boolean
  subject: string
  body: string
  /** True if the body is Markdown. Only email supports Markdown. */
  markdown: boolean
  /** Channel-specific content as JSON: embeds, blocks, an approved template. */
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
  /** Names of the variables that viewers do not see. */
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
  /** Null if Carillon 0.1.0 saved this version of the template, because Carillon 0.1.0 did not store this field. */
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

/**
 * Converts the draft to the format of the API. If channel-specific content is not a JSON object, it is omitted and
 * returned in `unreadable`.
 */
export function localesOf(draft: TemplateDraft): { locales: Locales; unreadable: UnreadableContent[] } {
  const unreadable: UnreadableContent[] = []
  const locales = Object.fromEntries(
    Object.entries(draft.locales).map(([locale, { subject, body, channels }]) => {
      const contents = (Object.entries(channels) as [ChannelName, ChannelDraft][]).flatMap(([channel, content]) => {
        const own = objectOf(content.own)
        if (own === undefined) unreadable.push({ locale, channel })
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
  return { locales, unreadable }
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
 * Returns content that uses an approved template. The content contains the text of this template, so that previews and
 * deliveries show the message as WhatsApp shows it. The function removes the parts of the previous content that belong
 * to another template or to a free-form message.
 */
export function approvedContent(
  content: ChannelDraft,
  { name, language, body }: { name: string; language: string; body: string },
): ChannelDraft {
  const own = JSON.stringify({ template: name, language }, null, 2)
  return { ...content, own, ...(body === '' ? {} : { ownText: true, body }) }
}

/** Parses a JSON object. Returns undefined if the text is invalid, and an empty object if the text is empty. */
export function objectOf(text: string): object | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the names of all placeholders in a template. */
export function variablesOf(draft: TemplateDraft): string[] {
  const texts = Object.values(draft.locales).flatMap(({ subject, body, channels }) => [
    subject,
    body,
    ...Object.values(channels).flatMap((content) => [content.subject, content.body, content.own]),
  ])
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(PLACEHOLDER), (match) => match[1]!)))]
}

/** Matches a placeholder, as the service does: a name without spaces and braces, between two pairs of braces. */
export const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g
