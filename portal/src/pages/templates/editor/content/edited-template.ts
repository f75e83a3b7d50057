// The content of a template in the editor: a plain text for every field.
import type { ChannelDescription, Template } from '../../../../../../sdk/src/api.ts'

type ChannelName = ChannelDescription['name']

/** The source of an email's HTML. `text`: the text itself. */
export type EmailFormat = 'text' | 'markdown' | 'html' | 'mjml'

export interface EditedChannel {
  /** If false, the channel uses the shared text of the language. */
  ownText: boolean
  subject: string
  body: string
  /** Only email has other formats than `text`. */
  format: EmailFormat
  /** The sources stay in the editor when the member changes the format. Only the source of the format is saved. */
  html: string
  mjml: string
  /** Channel-specific content as JSON: embeds, blocks, an approved template. */
  own: string
}

export interface EditedLocale {
  subject: string
  body: string
  channels: Partial<Record<ChannelName, EditedChannel>>
}

export interface EditedTemplate {
  name: string
  essential: boolean
  /** Names of the variables that viewers do not see. */
  sensitive: string[]
  engine: 'placeholders' | 'liquid'
  /** The slug of the layout of emails. */
  layout: string | null
  /** The values of send fields for requests that omit them. */
  defaults: Template['defaults']
  locales: Record<string, EditedLocale>
}

export const emptyChannel: EditedChannel = {
  ownText: false,
  subject: '',
  body: '',
  format: 'text',
  html: '',
  mjml: '',
  own: '',
}

/** Matches a placeholder, as the service does: a name without spaces and braces, between two pairs of braces. */
export const PLACEHOLDER = /\{\{\s*([^\s{}]+)\s*\}\}/g

/** Placeholders of HTML and MJML that Carillon fills itself. */
const FILLED_BY_SERVICE = new Set(['unsubscribe_url', 'actions'])

/** Returns all texts of a template. */
export function textsOf({ locales }: EditedTemplate): string[] {
  return Object.values(locales).flatMap((content) => [
    content.subject,
    content.body,
    ...Object.values(content.channels).flatMap((channel) => [
      channel.subject,
      channel.body,
      channel.own,
      ...markupOf(channel),
    ]),
  ])
}

/** Returns the names of all placeholders in a template. */
export function variablesOf(edited: EditedTemplate): string[] {
  const hasMarkup = Object.values(edited.locales).some(({ channels }) =>
    Object.values(channels).some((channel) => markupOf(channel).length > 0),
  )
  const names = new Set(textsOf(edited).flatMap(namesIn))
  return [...names].filter((name) => !hasMarkup || !FILLED_BY_SERVICE.has(name))
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), (match) => match[1] ?? '')
}

function markupOf({ format, html, mjml }: EditedChannel): string[] {
  return format === 'html' ? [html] : format === 'mjml' ? [mjml] : []
}
