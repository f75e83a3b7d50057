// Where a connection's secrets are sent: a change requires the secrets again, and the audit log records the hosts.

import type { TSchema } from 'typebox'
import type { Details } from '../errors.ts'
import { withoutTrailingSlashes } from '../lib/text/trailing-slashes.ts'
import { type ConnectionSettings, isReplaced, type SettingPlace, settingsIn, valueAt } from './secret-settings.ts'

/**
 * Returns a message for each stored secret that the request has to repeat because a destination changed (decision 67); empty
 * when it may be saved. `before` and `after` are whole settings with their secrets, `given` is what the request holds.
 */
export function secretsToRepeat(
  schema: TSchema,
  { before, after, input }: { before: ConnectionSettings; after: ConnectionSettings; input: ConnectionSettings },
): Details {
  const changed = destinationsIn(schema).filter(({ path, schema: { default: usual } }) => {
    const [from, to] = [before, after].map((settings) => addressOf(valueAt(settings, path) ?? usual))
    return from !== to
  })
  if (changed.length === 0) return {}
  const names = changed.map(({ path }) => path.join('.')).join(' and ')
  const problem = `is required again because ${names} changed: a stored secret is never sent to a new destination`
  const stored = settingsIn(schema).filter(
    ({ path, schema: { secret, local } }) =>
      secret && !local && valueAt(after, path) !== undefined && !isReplaced(input, path),
  )
  return Object.fromEntries(stored.map(({ path }) => [`settings.${path.join('.')}`, [problem]]))
}

/** Returns the hosts that these settings lead to, such as `api_base api.telegram.org`, without anything secret. */
export function destinationHosts(schema: TSchema, settings: ConnectionSettings): string[] {
  return destinationsIn(schema).flatMap(({ path, schema: { default: usual } }) => {
    const groupIsSet = path.length === 1 || valueAt(settings, path.slice(0, -1)) !== undefined
    const host = groupIsSet ? hostOf(valueAt(settings, path) ?? usual) : undefined
    return host === undefined ? [] : [`${path.join('.')} ${host}`]
  })
}

function destinationsIn(schema: TSchema): SettingPlace[] {
  return settingsIn(schema).filter(({ schema: { destination } }) => destination === true)
}

/** Two spellings of one address compare as equal: the case of the host, a default port, slashes at the end. */
function addressOf(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  return withoutTrailingSlashes(new URL(value).href)
}

/** Host and port; undefined for what is no URL. */
function hostOf(value: unknown): string | undefined {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).host || undefined : undefined
}
