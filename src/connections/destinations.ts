// Finds the hosts to which the secrets of a connection are sent. A request that changes such a host must contain the
// secrets again. The audit log records the hosts.
import { isDeepStrictEqual } from 'node:util'
import type { Details } from '../errors.ts'
import { withoutTrailingSlashes } from '../lib/text/trailing-slashes.ts'
import {
  type ConnectionSettings,
  isMasked,
  isReplaced,
  type SettingPlace,
  type SettingSchema,
  settingsIn,
  valueAt,
} from './secret-settings.ts'

/**
 * Finds the stored secrets that the request must contain again because a destination changed (decision 67). Returns an
 * error message for each of these secrets. `before` and `after` are complete settings with their secrets. `input` holds
 * the settings of the request.
 */
export function secretsToRepeat(
  schema: SettingSchema,
  { before, after, input }: { before: ConnectionSettings; after: ConnectionSettings; input: ConnectionSettings },
): Details {
  const changed = destinationsIn(schema).filter(({ path, schema: { default: usual } }) => {
    const [from, to] = [before, after].map((settings) => addressOf(valueAt(settings, path) ?? usual))
    return from !== to
  })
  if (changed.length === 0) return {}
  const stored = settingsIn(schema).filter(
    ({ path, schema: { secret, local } }) =>
      (secret || isMasked(input, path)) && !local && valueAt(after, path) !== undefined && !isReplaced(input, path),
  )
  return Object.fromEntries(
    stored.flatMap(({ path }) => {
      const names = changed.filter((destination) => isSentTo(schema, path, destination.path)).map(nameOf)
      if (names.length === 0) return []
      const problem = `is required again because ${names.join(' and ')} changed: a stored secret is never sent to a new destination`
      return [[`settings.${path.join('.')}`, [problem]]]
    }),
  )
}

const nameOf = ({ path }: SettingPlace) => path.join('.')

/**
 * Returns whether the secret may be sent to the destination. For example, the secret of one provider is not sent to
 * another.
 */
function isSentTo({ properties = {} }: SettingSchema, secret: string[], destination: string[]): boolean {
  const groupOf = ([name = '']: string[]) => (properties[name]?.hasOwnDestinations ? name : undefined)
  return groupOf(secret) === groupOf(destination)
}

/** Returns whether both settings have the same destinations and send the same secrets to them. */
export function hasSameAccess(
  schema: SettingSchema,
  one: ConnectionSettings,
  other: ConnectionSettings,
  ignored: string[],
): boolean {
  return settingsIn(schema)
    .filter(({ path, schema: { secret, local, destination } }) => {
      const isAccess = destination === true || (secret === true && local !== true)
      return isAccess && !ignored.includes(path.join('.'))
    })
    .every(({ path }) => isDeepStrictEqual(valueAt(one, path), valueAt(other, path)))
}

/**
 * Returns the destination settings with their hosts, for example `api_base api.telegram.org`. The result contains no
 * secrets.
 */
export function destinationHosts(schema: SettingSchema, settings: ConnectionSettings): string[] {
  return destinationsIn(schema).flatMap(({ path, schema: { default: usual } }) => {
    const groupIsSet = path.length === 1 || valueAt(settings, path.slice(0, -1)) !== undefined
    const host = groupIsSet ? hostOf(valueAt(settings, path) ?? usual) : undefined
    return host === undefined ? [] : [`${path.join('.')} ${host}`]
  })
}

function destinationsIn(schema: SettingSchema): SettingPlace[] {
  return settingsIn(schema).filter(({ schema: { destination } }) => destination === true)
}

/**
 * Returns a URL in a form that can be compared. Capital letters in the host, a default port and trailing slashes make
 * no difference. Returns other values unchanged.
 */
function addressOf(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  return withoutTrailingSlashes(new URL(value).href)
}

/** Returns the host of a URL with its port, or a host name. Returns undefined for other values. */
function hostOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (URL.canParse(value)) return new URL(value).host || undefined
  return /^[A-Za-z0-9.:-]{1,253}$/.test(value) ? value : undefined
}
