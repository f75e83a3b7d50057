// Which settings of a connection are secret: split off to be sealed, hidden when shown, kept when they are given as shown.
import type { TSchema } from 'typebox'

/** Stands for a secret when settings are shown; given back, it means the secret that is kept. */
const HIDDEN = '••••'

export type ConnectionSettings = Record<string, unknown>
/** The schema of a setting, with the marks that channels put on it. */
type SettingSchema = TSchema & {
  /** It is sealed and never shown again. */
  secret?: boolean
  /** True: it decides where secrets are sent, so a change requires them again (decision 67). False: it receives no secret. */
  destination?: boolean
  /** On a secret: it only signs here and is never sent, so it stays when a destination changes. */
  local?: boolean
  default?: unknown
  properties?: Record<string, SettingSchema>
}

/** A setting at any depth: its names from the outside in. */
export interface SettingPlace {
  path: string[]
  schema: SettingSchema
}

/** Lists every setting of a channel, groups and the settings inside them included. */
export function settingsIn(schema: SettingSchema, at: string[] = []): SettingPlace[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = [...at, name]
    return [{ path, schema: part }, ...settingsIn(part, path)]
  })
}

/** Reads the setting at a path; undefined where there is none. */
export function valueAt(settings: ConnectionSettings, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), settings)
}

/** Whether the request replaces or removes the setting at this path. What is left out, or given as shown, stays as it is. */
export function isReplaced(input: ConnectionSettings, path: string[]): boolean {
  let value: unknown = input
  for (const name of path) {
    if (!isObject(value)) break
    value = value[name]
  }
  return value !== undefined && value !== HIDDEN
}

/** What is given and not merely shown back. */
export function withoutHidden(input: ConnectionSettings): ConnectionSettings {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== HIDDEN))
}

/**
 * The settings to keep, from those given and those kept before: a secret that is left out (but for the `replaced` ones)
 * or given as shown stays, null removes.
 */
export function mergeSettings(
  schema: SettingSchema,
  input: ConnectionSettings,
  stored: ConnectionSettings,
  replaced: string[] = [],
): ConnectionSettings {
  const settings: ConnectionSettings = { ...input }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const value = input[name]
    if (value === null) delete settings[name]
    else if (!holdsSecret(part)) continue
    else if (value === undefined || value === HIDDEN) {
      delete settings[name]
      const stays = value === HIDDEN || !replaced.includes(name)
      if (stays && stored[name] !== undefined) settings[name] = stored[name]
    } else if (!part.secret && isObject(value)) {
      settings[name] = mergeSettings(part, value, isObject(stored[name]) ? stored[name] : {})
    }
  }
  return settings
}

/** The secrets apart from the rest, each at its own place. */
export function splitSecrets(
  schema: SettingSchema,
  settings: ConnectionSettings,
): { open: ConnectionSettings; secrets: ConnectionSettings } {
  const open: ConnectionSettings = { ...settings }
  const secrets: ConnectionSettings = {}
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const value = settings[name]
    if (value === undefined || !holdsSecret(part)) continue
    if (part.secret || !isObject(value)) {
      secrets[name] = value
      delete open[name]
    } else {
      const inside = splitSecrets(part, value)
      open[name] = inside.open
      secrets[name] = inside.secrets
    }
  }
  return { open, secrets }
}

/** What splitSecrets took apart. */
export function joinSecrets(open: ConnectionSettings, secrets: ConnectionSettings): ConnectionSettings {
  const joined: ConnectionSettings = { ...open }
  for (const [name, value] of Object.entries(secrets)) {
    const current = joined[name]
    joined[name] = isObject(value) && isObject(current) ? joinSecrets(current, value) : value
  }
  return joined
}

/** The settings as anybody may see them. */
export function shownSettings(schema: SettingSchema, settings: ConnectionSettings): ConnectionSettings {
  const properties = schema.properties ?? {}
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const part = properties[name]
      if (!part || !holdsSecret(part)) return [name, value]
      return [name, part.secret || !isObject(value) ? HIDDEN : shownSettings(part, value)]
    }),
  )
}

function holdsSecret(schema: SettingSchema): boolean {
  return schema.secret === true || Object.values(schema.properties ?? {}).some(holdsSecret)
}

function isObject(value: unknown): value is ConnectionSettings {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
