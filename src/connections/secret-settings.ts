// Handles the secret settings of a connection. They are stored encrypted, and the API shows a mask instead of them. A
// secret stays unchanged if a request contains its mask.
import type { TSchema } from 'typebox'

/**
 * The mask that the API shows instead of a secret. In a request, the mask means that the stored secret stays unchanged.
 */
const HIDDEN = '••••'

export type ConnectionSettings = Record<string, unknown>
/** The schema of a setting, with the properties that a channel can add to it. */
export type SettingSchema = TSchema & {
  /** True if the setting is stored encrypted and never shown. */
  secret?: boolean
  /**
   * True if the setting is an address to which secrets are sent. A request that changes the address must contain the
   * secrets again (decision 67).
   */
  destination?: boolean
  /** True for a secret that is used only in this service and never sent. It stays stored when a destination changes. */
  local?: boolean
  /**
   * True if the setting is a group with its own destinations. Its secrets are sent only to them, and no other secret is
   * sent to them.
   */
  hasOwnDestinations?: boolean
  default?: unknown
  properties?: Record<string, SettingSchema>
}

/**
 * A setting at any depth. `path` contains the names of the groups around it, the outermost first, and then its name.
 */
export interface SettingPlace {
  path: string[]
  schema: SettingSchema
}

/** Returns every setting of a channel: the groups, and the settings in the groups. */
export function settingsIn(schema: SettingSchema, at: string[] = []): SettingPlace[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = [...at, name]
    return [{ path, schema: part }, ...settingsIn(part, path)]
  })
}

/** Returns the value of the setting at a path, or undefined if it is not set. */
export function valueAt(settings: ConnectionSettings, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), settings)
}

/**
 * Returns whether the request replaces or removes the setting at this path. If the request omits the setting or
 * contains its mask, the setting stays.
 */
export function isReplaced(input: ConnectionSettings, path: string[]): boolean {
  let value: unknown = input
  for (const name of path) {
    if (!isObject(value)) break
    value = value[name]
  }
  return value !== undefined && value !== HIDDEN
}

/** Returns whether the request contains the mask for the setting at this path. */
export function isMasked(input: ConnectionSettings, path: string[]): boolean {
  return valueAt(input, path) === HIDDEN
}

/** Returns the settings of the request without those whose value is the mask. */
export function withoutHidden(input: ConnectionSettings): ConnectionSettings {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== HIDDEN))
}

/**
 * Returns the settings to store: the settings of the request, completed with the stored secrets. A stored secret stays
 * if the request omits it or contains its mask. The value null removes it. Exception: `replaced` contains the names of
 * secrets that other settings of the request replace. Such a secret is removed if the request omits it.
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
    else if (!holdsSecret(part)) {
      // The mask stands for a setting that repeats a secret.
      if (value !== HIDDEN) continue
      delete settings[name]
      if (stored[name] !== undefined) settings[name] = stored[name]
    } else if (value === undefined || value === HIDDEN) {
      delete settings[name]
      const stays = value === HIDDEN || !replaced.includes(name)
      if (stays && stored[name] !== undefined) settings[name] = stored[name]
    } else if (!part.secret && isObject(value)) {
      settings[name] = mergeSettings(part, value, isObject(stored[name]) ? stored[name] : {})
    }
  }
  return settings
}

/** Splits settings into secrets and the rest. In both parts, a setting in a group stays in its group. */
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

/** Joins the two parts that `splitSecrets` returned. */
export function joinSecrets(open: ConnectionSettings, secrets: ConnectionSettings): ConnectionSettings {
  const joined: ConnectionSettings = { ...open }
  for (const [name, value] of Object.entries(secrets)) {
    const current = joined[name]
    joined[name] = isObject(value) && isObject(current) ? joinSecrets(current, value) : value
  }
  return joined
}

/**
 * Returns the settings with the mask in place of each secret, and of each setting that repeats a secret. Some mail
 * services use one token as the user and as the password.
 */
export function shownSettings(schema: SettingSchema, settings: ConnectionSettings): ConnectionSettings {
  const properties = schema.properties ?? {}
  const secrets = Object.entries(settings).flatMap(([name, value]) => (properties[name]?.secret ? [value] : []))
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const part = properties[name]
      if (!part || !holdsSecret(part)) return [name, secrets.includes(value) ? HIDDEN : value]
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
