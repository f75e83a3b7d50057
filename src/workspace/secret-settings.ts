// Which settings of a connection are secret: split off to be sealed, hidden when shown, kept when they are given as shown.
import type { TSchema } from 'typebox'

/** Stands for a secret when settings are shown; given back, it means the secret that is kept. */
const HIDDEN = '••••'

type Settings = Record<string, unknown>
type Schema = TSchema & { secret?: boolean; properties?: Record<string, Schema> }

/** What is given and not merely shown back. */
export function givenAnew(given: Settings): Settings {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== HIDDEN))
}

/**
 * The settings to keep, from those given and those kept before: a secret that is left out (but for the `replaced` ones)
 * or given as shown stays, null removes.
 */
export function settingsToKeep(schema: TSchema, given: Settings, kept: Settings, replaced: string[] = []): Settings {
  const settings: Settings = { ...given }
  for (const [name, part] of Object.entries(propertiesOf(schema))) {
    const value = given[name]
    if (value === null) delete settings[name]
    else if (!holdsSecret(part)) continue
    else if (value === undefined || value === HIDDEN) {
      delete settings[name]
      const stays = value === HIDDEN || !replaced.includes(name)
      if (stays && kept[name] !== undefined) settings[name] = kept[name]
    } else if (!part.secret && isObject(value)) {
      settings[name] = settingsToKeep(part, value, isObject(kept[name]) ? kept[name] : {})
    }
  }
  return settings
}

/** The secrets apart from the rest, each at its own place. */
export function splitSecrets(schema: TSchema, settings: Settings): { open: Settings; secrets: Settings } {
  const open: Settings = { ...settings }
  const secrets: Settings = {}
  for (const [name, part] of Object.entries(propertiesOf(schema))) {
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
export function joinSecrets(open: Settings, secrets: Settings): Settings {
  const joined: Settings = { ...open }
  for (const [name, value] of Object.entries(secrets)) {
    const beside = joined[name]
    joined[name] = isObject(value) && isObject(beside) ? joinSecrets(beside, value) : value
  }
  return joined
}

/** The settings as anybody may see them. */
export function shownSettings(schema: TSchema, settings: Settings): Settings {
  const properties = propertiesOf(schema)
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const part = properties[name]
      if (!part || !holdsSecret(part)) return [name, value]
      return [name, part.secret || !isObject(value) ? HIDDEN : shownSettings(part, value)]
    }),
  )
}

function propertiesOf(schema: TSchema): Record<string, Schema> {
  return (schema as Schema).properties ?? {}
}

function holdsSecret(schema: Schema): boolean {
  return schema.secret === true || Object.values(propertiesOf(schema)).some(holdsSecret)
}

function isObject(value: unknown): value is Settings {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
