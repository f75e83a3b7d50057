// The settings of a connection during editing: fields from the JSON Schema, input, and stored secrets.

import type { ServerText } from '../../../texts/server-text.ts'

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  secret?: boolean
  /**
   * True if the setting determines where the secrets are sent. After a change of this setting, the secrets must be
   * entered again.
   */
  destination?: boolean
  /** The page of the provider on which the value is found. */
  link?: string
  /** The label of each value of `enum`. */
  choices?: Record<string, string>
  /** True if the setting rarely needs a change. */
  advanced?: boolean
  /** True if other settings replace the setting in forms. */
  alternative?: boolean
  /** True for a secret that Carillon never sends. A new destination does not require this secret again. */
  local?: boolean
  /** True for a group whose secrets are sent only to its own destinations. */
  hasOwnDestinations?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  enum?: string[]
  default?: unknown
  examples?: unknown[]
  maxLength?: number
}

/**
 * `json` is an object that is pasted as a whole, such as a provider's file. `group` is a group of settings that are set
 * together.
 */
type Kind = 'text' | 'choice' | 'json' | 'group'

export interface Field {
  /** The names of the enclosing groups and of the setting, separated by dots. Errors of the API use the same format. */
  path: string
  name: string
  kind: Kind
  schema: Schema
  required: boolean
  /** True if the default of the setting rarely needs a change. */
  rare: boolean
  fields: Field[]
}

/**
 * `stored`: the service has a value, but does not show it. `off`: the setting has no value, or its value will be
 * removed.
 */
export interface SettingDraft {
  state: 'given' | 'stored' | 'off'
  text: string
}

/** Returns the schema with translated titles, descriptions and examples. */
export function translateSchema(schema: Schema, serverText: ServerText): Schema {
  const { title, description, examples, choices, properties } = schema
  return {
    ...schema,
    ...(title === undefined ? {} : { title: serverText(title) }),
    ...(description === undefined ? {} : { description: serverText(description) }),
    ...(examples === undefined
      ? {}
      : { examples: examples.map((each) => (typeof each === 'string' ? serverText(each) : each)) }),
    ...(choices === undefined
      ? {}
      : { choices: Object.fromEntries(Object.entries(choices).map(([value, label]) => [value, serverText(label)])) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, translateSchema(each, serverText)]),
          ),
        }),
  }
}

/** The drafts of the settings, by the path of the setting. */
export type Draft = Record<string, SettingDraft>

type ConnectionSettings = Record<string, unknown>

/** The value that the API returns for a stored secret. */
const HIDDEN = '••••'

/**
 * Returns the drafts of a known service. They clear the rarely changed settings, because these describe the previous
 * server. The paths are names, without groups.
 */
export function draftsOfService(fields: Field[], settings: ConnectionSettings): Draft {
  const rare = fields.filter(({ schema }) => schema.advanced === true).map(({ path }) => [path, undefined] as const)
  return Object.fromEntries(
    [...rare, ...Object.entries(settings)].map(([name, value]) => [
      name,
      { state: 'given', text: textOf(value, 'text') },
    ]),
  )
}

/** Returns a one-line summary of the settings, without secrets, groups and settings that rarely need a change. */
export function summaryOf(fields: Field[], settings: ConnectionSettings): string {
  return fields
    .flatMap((field) => {
      const value = settings[field.name]
      if (field.rare || !isShown(value)) return []
      return [`${titleOf(field)}: ${field.schema.choices?.[value] ?? value}`]
    })
    .join(', ')
}

/** Returns the title in the schema. Without a title, makes the name of the setting readable. */
export function titleOf({ name, schema }: Field): string {
  return schema.title ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
}

function isShown(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== HIDDEN)
}

export function fieldsOf(schema: Schema, at = ''): Field[] {
  const shown = Object.entries(schema.properties ?? {}).filter(([, part]) => part.alternative !== true)
  return shown.map(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`
    const kind = kindOf(part)
    const required = schema.required?.includes(name) ?? false
    return {
      path,
      name,
      kind,
      schema: part,
      required,
      rare: !required && (part.default !== undefined || part.advanced === true || name === 'api_base'),
      fields: kind === 'group' ? fieldsOf(part, path) : [],
    }
  })
}

function kindOf(schema: Schema): Kind {
  if (schema.type === 'object') return schema.additionalProperties === true ? 'json' : 'group'
  return choicesOf(schema).length === 0 ? 'text' : 'choice'
}

/** Returns the values from which a member chooses. The list is empty if the setting is typed. */
export function choicesOf({ type, enum: values = [] }: Schema): string[] {
  return type === 'boolean' ? ['true', 'false'] : values
}

/** Converts the input to the type in the schema. The API reports an input that is not a number. */
function settingValue({ type }: Schema, typed: string): unknown {
  if (type === 'boolean') return typed === 'true'
  const number = Number(typed)
  return type === 'integer' && Number.isFinite(number) ? number : typed
}

/** Converts stored settings to a draft. The draft of a new connection is empty. */
export function draftOf(fields: Field[], settings: ConnectionSettings = {}): Draft {
  return Object.fromEntries(
    fields.flatMap((field): [string, SettingDraft][] => {
      const value = settings[field.name]
      if (value === HIDDEN)
        return [[field.path, { state: 'stored', text: '' }], ...Object.entries(draftOf(field.fields))]
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

/** Marks an input that cannot be parsed. */
export interface UnreadableSetting {
  path: string
}

/**
 * Returns the settings in the format of the API. The service keeps a secret that is omitted, and removes a setting or
 * group that is null. `unreadable` lists the settings whose text is not a valid JSON object.
 */
export function settingsOf(
  fields: Field[],
  draft: Draft,
): { settings: ConnectionSettings; unreadable: UnreadableSetting[] } {
  const unreadable: UnreadableSetting[] = []
  const settings = Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const { state, text } = draft[field.path]!
      const typed = text.trim()
      if (state === 'off') return [[field.name, null]]
      if (field.kind === 'group') {
        if (state === 'stored') return []
        const inner = settingsOf(field.fields, draft)
        unreadable.push(...inner.unreadable)
        return [[field.name, inner.settings]]
      }
      if (typed === '') return state === 'stored' && field.schema.secret !== true ? [[field.name, HIDDEN]] : []
      if (field.kind !== 'json') return [[field.name, settingValue(field.schema, typed)]]
      const value = parsed(typed)
      if (value === undefined) unreadable.push({ path: field.path })
      return [[field.name, value]]
    }),
  )
  return { settings, unreadable }
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
