// A connection's settings while they are edited: the channel's JSON Schema as fields, what is typed, what is kept unseen.

import type { ServerText } from '../../../texts/server-text.ts'

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  secret?: boolean
  /** Decides where the secrets are sent: a change requires them again. */
  destination?: boolean
  /** A secret that is never sent, and so is not required again. */
  local?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  enum?: string[]
  default?: unknown
  examples?: unknown[]
  maxLength?: number
}

/** json: an object taken whole, as the provider's own file has it. group: fields of its own, together or not at all. */
type Kind = 'text' | 'choice' | 'json' | 'group'

export interface Field {
  /** Names with dots between levels, as the API's refusals have them. */
  path: string
  name: string
  kind: Kind
  schema: Schema
  required: boolean
  /** Rarely touched: it has a default of its own. */
  rare: boolean
  fields: Field[]
}

/** kept: the service has it and does not show it. off: not there, or to be taken away. */
export interface SettingDraft {
  state: 'given' | 'kept' | 'off'
  text: string
}

/** Returns the schema with its titles, descriptions and examples in the reader's language. */
export function translateSchema(schema: Schema, serverText: ServerText): Schema {
  const { title, description, examples, properties } = schema
  return {
    ...schema,
    ...(title === undefined ? {} : { title: serverText(title) }),
    ...(description === undefined ? {} : { description: serverText(description) }),
    ...(examples === undefined
      ? {}
      : { examples: examples.map((each) => (typeof each === 'string' ? serverText(each) : each)) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, translateSchema(each, serverText)]),
          ),
        }),
  }
}

/** By path. */
export type Draft = Record<string, SettingDraft>

type ConnectionSettings = Record<string, unknown>

/** How the API shows a secret that it keeps. */
const HIDDEN = '••••'

/** The settings in one line: names and texts, without secrets and groups. */
export function summaryOf(settings: ConnectionSettings): string {
  return Object.entries(settings)
    .flatMap(([name, value]) => (typeof value === 'string' && value !== HIDDEN ? [`${name}: ${value}`] : []))
    .join(', ')
}

export function fieldsOf(schema: Schema, at = ''): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`
    const kind = kindOf(part)
    const required = schema.required?.includes(name) ?? false
    return {
      path,
      name,
      kind,
      schema: part,
      required,
      rare: !required && (part.default !== undefined || name === 'api_base'),
      fields: kind === 'group' ? fieldsOf(part, path) : [],
    }
  })
}

function kindOf({ type, enum: values, additionalProperties }: Schema): Kind {
  if (type === 'object') return additionalProperties === true ? 'json' : 'group'
  return values === undefined ? 'text' : 'choice'
}

/** The draft of kept settings; none for a new connection. */
export function draftOf(fields: Field[], settings: ConnectionSettings = {}): Draft {
  return Object.fromEntries(
    fields.flatMap((field): [string, SettingDraft][] => {
      const value = settings[field.name]
      if (value === HIDDEN) return [[field.path, { state: 'kept', text: '' }], ...Object.entries(draftOf(field.fields))]
      const inner = isSettings(value) && field.kind === 'group' ? value : {}
      const state = field.kind === 'group' && value === undefined && !field.required ? 'off' : 'given'
      return [[field.path, { state, text: textOf(value, field.kind) }], ...Object.entries(draftOf(field.fields, inner))]
    }),
  )
}

function textOf(value: unknown, kind: Kind): string {
  if (value === undefined || value === null || kind === 'group') return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/**
 * Lists the kept secrets that have to be entered again, by path, because `draft` changes where they are sent; `began` is the
 * draft as it was read. The API refuses such a change without them.
 */
export function secretsToRepeat(fields: Field[], began: Draft, draft: Draft): string[] {
  const all = flat(fields)
  const moved = all.some(
    ({ path, schema }) =>
      schema.destination === true && addressIn(began[path], schema) !== addressIn(draft[path], schema),
  )
  if (!moved) return []
  return all
    .filter(({ path, schema }) => schema.secret === true && schema.local !== true && isKept(draft[path]))
    .map(({ path }) => path)
}

function flat(fields: Field[]): Field[] {
  return fields.flatMap((field) => [field, ...flat(field.fields)])
}

const isKept = (entry: SettingDraft | undefined) => entry?.state === 'kept' && entry.text.trim() === ''

/** The address as it is compared; one that is left empty is the default. */
function addressIn(entry: SettingDraft | undefined, { default: usual }: Schema): string {
  const text = entry?.text.trim() || (typeof usual === 'string' ? usual : '')
  return URL.canParse(text) ? withoutTrailingSlashes(new URL(text).href) : text
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** What was typed can't be read as what it should be. */
export interface UnreadableSetting {
  path: string
}

/**
 * The settings to give to the API. A kept secret is left out and so stays; null takes one away, and a group with it.
 * Texts that should be JSON objects and are not are answered in `misread`.
 */
export function settingsOf(
  fields: Field[],
  draft: Draft,
): { settings: ConnectionSettings; misread: UnreadableSetting[] } {
  const misread: UnreadableSetting[] = []
  const settings = Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const { state, text } = draft[field.path]!
      const typed = text.trim()
      if (state === 'off') return [[field.name, null]]
      if (field.kind === 'group') {
        if (state === 'kept') return []
        const inner = settingsOf(field.fields, draft)
        misread.push(...inner.misread)
        return [[field.name, inner.settings]]
      }
      if (typed === '') return []
      if (field.kind !== 'json') return [[field.name, typed]]
      const value = parsed(typed)
      if (value === undefined) misread.push({ path: field.path })
      return [[field.name, value]]
    }),
  )
  return { settings, misread }
}

function parsed(text: string): ConnectionSettings | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isSettings(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isSettings(value: unknown): value is ConnectionSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
