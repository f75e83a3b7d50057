// Parses the settings of a connection with the schema of the channel. The user types each setting as NAME=VALUE.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { Api } from '../api.ts'
import { type Call, CommandFailed, pairs, required, UsageError } from '../command.ts'
import { readObject, readSecret, readText } from '../input.ts'
import { inOneLine } from '../output.ts'
import { type ResourcePath, sourceOf } from '../places.ts'

export const theChannel = {
  name: 'CHANNEL',
  description: 'A channel such as email or telegram. "carillon connection channels" lists all channels.',
}

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
  /** Whether a source may have several connections to one provider of this channel. */
  several: boolean
  /** The providers, in the order in which the portal shows them. */
  providers: { name: string; title: string; settings: ConnectionSchema }[]
}

interface ConnectionSchema {
  properties: Record<string, Schema>
  required?: string[]
}

/** Returns the channel on the command line, the source, and the connection's path in the API. */
export async function connectionOf(
  call: Call,
): Promise<{ channel: ChannelDescription; path: string; source: ResourcePath }> {
  const channel = await channelOf(call.api, required(call, 'CHANNEL'))
  const source = await sourceOf(call)
  return { channel, source, path: `${source.path}/connections/${channel.name}` }
}

/** Prints the result of the check that the service made: the parts that work, and the problems. */
export function printCheckResult({ out }: Call, result: { found: string[]; problems: Record<string, string[]> }): void {
  for (const finding of result.found) out.line(inOneLine(finding))
  for (const [setting, finding] of Object.entries(result.problems))
    out.note(inOneLine(`${setting}: ${finding.join(', ')}`))
}

/**
 * Returns the settings from the file of --settings, or the stored settings if there is no file. The settings on the
 * command line replace settings of the same name.
 */
export async function readSettingsInput(
  call: Call,
  schema: ConnectionSchema | null,
  readStored: () => Promise<{ settings: Record<string, unknown> } | undefined>,
): Promise<Record<string, unknown>> {
  const typed = call.all('NAME=VALUE')
  const file = call.text('settings')
  if (file === undefined) return settingsFrom(schema, typed, await readStored())
  return { ...(await readObject(file)), ...(await settingsFrom(schema, typed, undefined)) }
}

/** Finds a channel by its name. For an unknown name, throws CommandFailed and suggests the most similar name. */
export async function channelOf(api: Api, name: string): Promise<ChannelDescription> {
  const { data } = await api.get<{ data: ChannelDescription[] }>('/channels')
  const found = data.find((channel) => channel.name === name.toLowerCase())
  if (found) return found
  const names = data.map((channel) => channel.name)
  const suggestion = nearest(name, names)
  const hint = suggestion === undefined ? `The channels are ${names.join(', ')}.` : `Did you mean ${suggestion}?`
  throw new CommandFailed(`There is no channel "${name}". ${hint}`)
}

/** Returns the stored settings with the changes from the command line. */
async function settingsFrom(
  settings: ConnectionSchema | null,
  typed: string[],
  stored: { settings: Record<string, unknown> } | undefined,
): Promise<Record<string, unknown>> {
  const result = structuredClone(stored?.settings ?? {})
  for (const [name, text] of pairs(typed, 'A setting')) {
    const path = name.split('.')
    const schema = schemaOf(settings ?? { properties: {} }, path, name)
    setAt(result, path, text === '' ? null : readValue(schema, name, await textOf(text, name)))
  }
  return result
}

/**
 * If the service refused the request because the command line lacked secrets, returns a hint with the names of these
 * secrets. Otherwise, returns undefined.
 */
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
  const settingsWords = [...names.map((typedName) => `${typedName}=…`), ...values]
  return `Give these secrets in the same command, for example: carillon connection set ${name} ${settingsWords.join(' ')}`
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
      throw new UsageError(`There is no setting ${name}.${hint || ` The settings are ${known.join(', ') || 'none'}.`}`)
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

/** Returns the text of a text setting unchanged. Parses the text of any other setting as JSON (3, true, {"a":1}). */
function readValue({ type }: Schema, name: string, text: string): unknown {
  const types = [type ?? 'string'].flat()
  if (types.includes('string')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The setting ${name} must be of type ${types.join(' or ')}, written as JSON, not "${text}".`)
  }
}

/**
 * Sets a value in nested settings. The value null removes the setting. The service shows a group of secrets only as
 * dots, so the command does not know the other parts of the group. Setting one part therefore replaces the whole group.
 */
function setAt(settings: Record<string, unknown>, [step, ...rest]: string[], value: unknown): void {
  if (step === undefined) return
  if (rest.length === 0) {
    settings[step] = value
    return
  }
  const group = fieldsOf(settings[step])
  settings[step] = group
  setAt(group, rest, value)
}
