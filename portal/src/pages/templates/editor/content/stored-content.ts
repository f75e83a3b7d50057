// Converts the content of a template between the format of the API and the format of the editor.
import type { ChannelDescription, Operations, Template } from '../../../../../../sdk/src/api.ts'
import { type EditedChannel, type EditedTemplate, type EmailFormat, emptyChannel } from './edited-template.ts'

export type Locales = Operations['createTemplate']['body']['locales']
type ChannelName = ChannelDescription['name']
type LocaleContent = Locales[string]
type ChannelContent = Record<string, unknown>

/** The content of a draft or version in the format of the API. */
export interface StoredContent {
  name: string
  essential: boolean
  /** Null if Carillon 0.1.0 saved this version of the template, because Carillon 0.1.0 did not store this field. */
  sensitive: string[] | null
  engine: 'placeholders' | 'liquid'
  layout: string | null
  defaults: Template['defaults']
  locales: Record<string, unknown>
}

export function editedOf({
  name,
  essential,
  sensitive,
  engine,
  layout,
  defaults,
  locales,
}: StoredContent): EditedTemplate {
  const contents = locales as Record<string, LocaleContent>
  return {
    name,
    essential,
    sensitive: sensitive ?? [],
    engine,
    layout,
    defaults,
    locales: Object.fromEntries(
      Object.entries(contents).map(([locale, { subject = '', body, channels = {} }]) => [
        locale,
        {
          subject,
          body,
          channels: Object.fromEntries(
            Object.entries(channels).map(([channel, content]) => [channel, editedChannelOf(channel, { ...content })]),
          ),
        },
      ]),
    ),
  }
}

function editedChannelOf(channel: string, { subject, body, ...own }: ChannelContent): EditedChannel {
  const { markdown, html, mjml, ...rest } = own
  const isEmail = channel === 'email'
  const others = isEmail ? rest : own
  const { text, ...source } = isEmail ? sourceOf(markdown, html, mjml) : { text: undefined }
  return {
    ...emptyChannel,
    ...source,
    ownText: subject !== undefined || body !== undefined || text !== undefined,
    subject: textOf(subject),
    body: text ?? textOf(body),
    own: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  }
}

interface Source {
  format: EmailFormat
  html: string
  mjml: string
  /** A Markdown text that replaces the body. The editor shows it as the body. */
  text?: string
}

function sourceOf(markdown: unknown, html: unknown, mjml: unknown): Source {
  const sources = { html: textOf(html), mjml: textOf(mjml) }
  if (typeof html === 'string') return { format: 'html', ...sources }
  if (typeof mjml === 'string') return { format: 'mjml', ...sources }
  if (typeof markdown === 'string') return { format: 'markdown', ...sources, text: markdown }
  return { format: markdown === true ? 'markdown' : 'text', ...sources }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export interface UnreadableContent {
  locale: string
  channel: ChannelName
}

/**
 * Converts the content of the editor to the format of the API. If channel-specific content is not a JSON object, it is
 * omitted and returned in `unreadable`.
 */
export function localesOf({ locales: edited }: EditedTemplate): { locales: Locales; unreadable: UnreadableContent[] } {
  const unreadable: UnreadableContent[] = []
  const locales = Object.fromEntries(
    Object.entries(edited).map(([locale, { subject, body, channels }]) => {
      const contents = (Object.entries(channels) as [ChannelName, EditedChannel][]).flatMap(([channel, content]) => {
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

function channelContentOf({ ownText, subject, body, format, html, mjml }: EditedChannel, own: object): ChannelContent {
  return {
    ...own,
    ...(ownText && subject !== '' ? { subject } : {}),
    ...(ownText && body !== '' ? { body } : {}),
    ...(format === 'markdown' ? { markdown: true } : {}),
    ...(format === 'html' ? { html } : {}),
    ...(format === 'mjml' ? { mjml } : {}),
  }
}

/** Returns the whole content in the format of the API. */
export function contentOf(edited: EditedTemplate) {
  const { name, essential, sensitive, engine, layout, defaults } = edited
  return { name, essential, sensitive, engine, layout, defaults, locales: localesOf(edited).locales }
}

/**
 * Returns content that uses an approved template. The content contains the text of this template, so that previews and
 * deliveries show the message as WhatsApp shows it. The function removes the parts of the previous content that belong
 * to another template or to a free-form message.
 */
export function approvedContent(
  content: EditedChannel,
  { name, language, body }: { name: string; language: string; body: string },
): EditedChannel {
  const own = JSON.stringify({ template: name, language }, null, 2)
  return { ...content, own, ...(body === '' ? {} : { ownText: true, body }) }
}

/** Parses a JSON object. Returns undefined if the text is invalid, and an empty object if the text is empty. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
