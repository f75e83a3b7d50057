// Converts the settings of a connection between the stored format and the fields that members edit.
import type { TObject } from 'typebox'
import type { Provider } from '../channels/contract.ts'
import type { SettingsForm } from '../channels/set-up/set-up.ts'
import type { Details } from '../errors.ts'
import { secretsToRepeat } from './destinations.ts'
import { type ConnectionSettings, isReplaced, mergeSettings, shownSettings, withoutHidden } from './secret-settings.ts'
import { settingsProblems } from './settings-problems.ts'

/** Returns the schema of the settings that members edit. */
export function editedSchema({ form, settings }: Provider): TObject {
  return form?.schema ?? settings
}

/** Returns stored settings as members see them: as the fields of the form, with masked secrets. */
export function editedSettings(provider: Provider, stored: ConnectionSettings): ConnectionSettings {
  return shownSettings(editedSchema(provider), provider.form?.fields(stored) ?? stored)
}

/** Settings to store, or the problems of the given settings. */
export interface MergedSettings {
  settings: ConnectionSettings
  problems: Details
}

/**
 * Merges the given settings with the stored ones. The given settings have the format of the form or of the stored
 * settings. If there are problems, the returned settings may be incomplete.
 */
export function mergeInput(
  provider: Provider,
  { input, stored }: { input: ConnectionSettings; stored: ConnectionSettings | undefined },
  allowPrivateNetwork: boolean,
): MergedSettings {
  const { form } = provider
  if (!form) return mergeStored(provider, { input, stored }, allowPrivateNetwork)
  const own = Object.keys(form.schema.properties).filter((name) => !(name in provider.settings.properties))
  const before = stored && form.fields(stored)
  const usesText = isText(input, form.replaces)
  const usesFields = !usesText && (stored === undefined || own.some((name) => input[name] !== undefined))
  if (!usesFields) {
    const merged = mergeStored(provider, { input: without(input, own), stored }, allowPrivateNetwork)
    const other = usesText ? own.find((name) => isOther(form, { input, before }, name)) : undefined
    if (other === undefined) return merged
    const problem = `describes another server than ${other}: omit ${form.replaces} or the separate settings`
    return { settings: {}, problems: { [`settings.${form.replaces}`]: [problem], ...merged.problems } }
  }
  const given = without(input, [form.replaces])
  const fields = mergeSettings(form.schema, given, before ?? {}, form.removed(given))
  const edited: Pick<Provider, 'settings' | 'problems'> = {
    settings: form.schema,
    problems: (values, allows) => form.problems(values, allows, before),
  }
  const problems = settingsProblems(edited, fields, allowPrivateNetwork)
  if (Object.keys(problems).length > 0) return { settings: {}, problems }
  const settings = form.stored(fields)
  // Compare the fields of the stored settings, in which a field that was omitted has its default.
  const after = form.fields(settings)
  return { settings, problems: before ? secretsToRepeat(form.schema, { before, after, input: given }) : {} }
}

function mergeStored(
  provider: Provider,
  { input, stored }: { input: ConnectionSettings; stored: ConnectionSettings | undefined },
  allowPrivateNetwork: boolean,
): MergedSettings {
  const replaced = provider.replaces?.(withoutHidden(input)) ?? []
  const settings = mergeSettings(provider.settings, input, stored ?? {}, replaced)
  const repeated = stored ? secretsToRepeat(provider.settings, { before: stored, after: settings, input }) : {}
  return { settings, problems: { ...repeated, ...settingsProblems(provider, settings, allowPrivateNetwork) } }
}

/**
 * Returns whether the request changes the field to a value that contradicts the setting `form.replaces`. If the command
 * changes `form.replaces`, it also sends the stored fields unchanged, which is no contradiction.
 */
function isOther(
  form: SettingsForm,
  { input, before }: { input: ConnectionSettings; before: ConnectionSettings | undefined },
  name: string,
): boolean {
  if (!isReplaced(input, [name]) || input[name] === null) return false
  const replacing = form.fields({ [form.replaces]: input[form.replaces] })
  return input[name] !== before?.[name] && input[name] !== replacing[name]
}

/** Returns whether the request contains a new value for the setting. */
function isText(input: ConnectionSettings, name: string): boolean {
  return isReplaced(input, [name]) && typeof input[name] === 'string'
}

function without(input: ConnectionSettings, names: string[]): ConnectionSettings {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}
