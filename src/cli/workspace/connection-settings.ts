// The settings of a connection as they are typed: NAME=VALUE, read as the channel's schema says.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { Api } from '../api.ts'
import { type Call, CommandFailed, pairs, required, UsageError } from '../command.ts'
import { readObject, readSecret, readText } from '../input.ts'
import { inOneLine } from '../output.ts'
import { type ResourcePath, sourceOf } from '../places.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  secret?: boolean
  description?: string
}

export interface ChannelDescription {
  name: string
  title: string
  settings: ConnectionSchema | null
  /** A source may have several connections to one provider. */
  several: boolean
  /** In the order in which they are offered. */
  providers: { name: string; title: string; settings: ConnectionSchema }[]
}

interface ConnectionSchema {
  properties: Record<string, Schema>
  required?: string[]
}

/** The channel that the command names, the source, and the path of the connection. */
export async function connectionOf(
  call: Call,
): Promise<{ channel: ChannelDescription; path: string; source: ResourcePath }> {
  const channel = await channelOf(call.api, required(call, 'CHANNEL'))
  const source = await sourceOf(call)
  return { channel, source, path: `${source.path}/connections/${channel.name}` }
}

/** Shows what the provider answered when settings were stored. */
export function showAnnounced({ out }: Call, result: { found: string[]; problems: Record<string, string[]> }): void {
  for (const finding of result.found) out.line(inOneLine(finding))
  for (const [setting, finding] of Object.entries(result.problems))
    out.note(inOneLine(`${setting}: ${finding.join(', ')}`))
}

/** The settings of the file that --settings names, or those of `before`, with those that were typed. */
export async function readSettingsInput(
  call: Call,
  schema: ConnectionSchema | null,
  before: () => Promise<{ settings: Record<string, unknown> } | undefined>,
): Promise<Record<string, unknown>> {
  const typed = call.all('NAME=VALUE')
  const file = call.text('settings')
  if (file === undefined) return settingsFrom(schema, typed, await before())
  return { ...(await readObject(file)), ...(await settingsFrom(schema, typed, undefined)) }
}

/** The channel of this name; throws CommandFailed naming the nearest. */
export async function channelOf(api: Api, name: string): Promise<ChannelDescription> {
  const { data } = await api.get<{ data: ChannelDescription[] }>('/channels')
  const found = data.find((channel) => channel.name === name.toLowerCase())
  if (found) return found
  const names = data.map((channel) => channel.name)
  const suggestion = nearest(name, names)
  const hint = suggestion === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${suggestion}?`
  throw new CommandFailed(`There is no channel "${name}". ${hint}`)
}

/** The settings there are, with those that were typed. */
async function settingsFrom(
  settings: ConnectionSchema | null,
  typed: string[],
  before: { settings: Record<string, unknown> } | undefined,
): Promise<Record<string, unknown>> {
  const result = structuredClone(before?.settings ?? {})
  for (const [name, text] of pairs(typed, 'A setting')) {
    const path = name.split('.')
    const schema = schemaOf(settings ?? { properties: {} }, path, name)
    place(result, path, text === '' ? null : readValue(schema, name, await textOf(text, name)))
  }
  return result
}

/** Says how to give the secrets that were refused although the command did not name them; undefined where there are none. */
export function secretsHint(
  { name, settings }: ChannelDescription,
  typed: string[],
  refused: string[],
): string | undefined {
  const names = typed.map((pair) => pair.replace(/=.*/s, ''))
  const missing = refused
    .map((field) => field.replace(/^settings\./, ''))
    .filter((path) => !names.includes(path) && isSecret(settings ?? {}, path.split('.')))
  if (missing.length === 0) return undefined
  const values = missing.map((path, index) => `${path}=${index === 0 ? '-' : '@FILE'}`)
  const words = [...names.map((typedName) => `${typedName}=…`), ...values]
  return `Give these secrets in the same command, for example: carillon connection set ${name} ${words.join(' ')}`
}

function isSecret(root: Schema, path: string[]): boolean {
  const found = path.reduce<Schema | undefined>((schema, step) => schema?.properties?.[step], root)
  return found?.secret === true
}

function schemaOf(root: Schema, path: string[], name: string): Schema {
  let schema = root
  path.forEach((step, depth) => {
    const known = Object.keys(schema.properties ?? {})
    const next = schema.properties?.[step]
    if (!next) {
      const suggestion = nearest(step, known)
      const hint = suggestion === undefined ? '' : ` Did you mean ${[...path.slice(0, depth), suggestion].join('.')}?`
      throw new UsageError(`There is no setting ${name}.${hint || ` There are ${known.join(', ') || 'none'}.`}`)
    }
    schema = next
  })
  return schema
}

async function textOf(text: string, name: string): Promise<string> {
  if (text === '-') return readSecret(name)
  if (text.startsWith('@@')) return text.slice(1)
  return text.startsWith('@') ? readText(text.slice(1)) : text
}

/** Text stays text; everything else is written as JSON (3, true, {"a":1}). */
function readValue({ type }: Schema, name: string, text: string): unknown {
  const types = [type ?? 'string'].flat()
  if (types.includes('string')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The setting ${name} takes ${types.join(' or ')}, written as JSON; not "${text}".`)
  }
}

/** Null tells the service to take a setting away. A secret group is shown as dots: naming a part of it begins it anew. */
function place(settings: Record<string, unknown>, [step, ...rest]: string[], value: unknown): void {
  if (step === undefined) return
  if (rest.length === 0) {
    settings[step] = value
    return
  }
  const group = fieldsOf(settings[step])
  settings[step] = group
  place(group, rest, value)
}
