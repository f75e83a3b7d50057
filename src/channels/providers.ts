// Finds the providers of a channel. In a channel with `sideBySide`, combines the providers into one provider.
import { type TObject, Type } from 'typebox'
import type { Channel, Provider, SideBySide } from './contract.ts'
import type { ConnectionFindings } from './findings.ts'
import type { ConnectionSettings } from './inbound.ts'
import { type ChannelName, channelOf } from './index.ts'

/** A channel and one of its providers. If `provider` is null, `providerOf` returns the default. */
export interface ProviderName {
  channel: ChannelName
  provider: string | null
}

const combined = new Map<Channel, Provider>()

/** Returns whether the provider sends requests to this service. */
export function sendsWebhooks({ receiver }: Provider): boolean {
  return receiver !== undefined && receiver.webhooks !== false
}

/**
 * Returns the settings that a channel uses: the settings of its first connection. In a channel with `sideBySide`,
 * combines the settings of the first connection of each provider. A connection without a provider already has combined
 * settings.
 */
export function settingsInForce(
  name: ChannelName,
  connections: readonly { provider: string | null; settings: ConnectionSettings }[],
): ConnectionSettings {
  const { sideBySide } = channelOf(name)
  const [first] = connections
  if (!sideBySide || !first || first.provider === null) return first?.settings ?? {}
  return Object.fromEntries(
    Object.entries(sideBySide.groups).flatMap(([provider, group]) => {
      const found = connections.find((connection) => connection.provider === provider)
      return found ? [[group, found.settings]] : []
    }),
  )
}

/** Splits the settings that a channel uses into the settings of each provider. */
export function settingsByProvider(
  name: ChannelName,
  settings: ConnectionSettings,
): { provider: string; settings: ConnectionSettings }[] {
  const { providers, sideBySide } = channelOf(name)
  if (!sideBySide)
    return Object.keys(providers)
      .slice(0, 1)
      .map((provider) => ({ provider, settings }))
  return Object.entries(sideBySide.groups).flatMap(([provider, group]) => {
    const own = settings[group]
    return isGroup(own) ? [{ provider, settings: own }] : []
  })
}

/** The channels of version 0.1.0. A worker of 0.1.0 fails when it claims a live message of another channel. */
const CHANNELS_OF_010 = ['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp']

/**
 * Returns the settings of a channel's only connection in the format of version 0.1.0. Returns undefined if 0.1.0 does
 * not support the channel or the provider. In a channel with `sideBySide`, 0.1.0 supports the providers in
 * `storedBy010`. In any other channel, 0.1.0 supports only the first provider.
 */
export function settingsOfFirst(
  name: ChannelName,
  provider: string,
  settings: ConnectionSettings,
): ConnectionSettings | undefined {
  if (!CHANNELS_OF_010.includes(name)) return undefined
  const { providers, sideBySide } = channelOf(name)
  const group = sideBySide?.groups[provider]
  if (sideBySide && group !== undefined)
    return sideBySide.storedBy010.includes(provider) ? { [group]: settings } : undefined
  return provider === Object.keys(providers)[0] ? settings : undefined
}

/**
 * Returns a provider of a channel by its name. Without a name, returns the first provider. In a channel with
 * `sideBySide`, returns the combination of its providers instead; its settings have a group for each provider. Throws
 * for an unknown name.
 */
export function providerOf(name: ChannelName, provider?: string | null): Provider {
  const channel = channelOf(name)
  const { providers, sideBySide } = channel
  if (sideBySide && (provider ?? undefined) === undefined) {
    const known = combined.get(channel) ?? combinationOf(providers, sideBySide)
    combined.set(channel, known)
    return known
  }
  const found = providers[provider ?? Object.keys(providers)[0] ?? '']
  if (!found) throw new Error(`The channel ${name} has no provider ${provider}.`)
  return found
}

function combinationOf(providers: Record<string, Provider>, { groups, none, send }: SideBySide): Provider {
  const parts = Object.entries(groups).flatMap(([name, group]) => {
    const provider = providers[name]
    return provider ? [{ group, provider }] : []
  })
  const given = (settings: ConnectionSettings) =>
    parts.flatMap(({ group, provider }) =>
      isGroup(settings[group]) ? [{ group, provider, own: settings[group] }] : [],
    )
  return {
    title: parts.map(({ provider }) => provider.title).join(' and '),
    help: parts.map(({ provider }) => provider.help).join(' '),
    settings: schemaOf(parts),
    problems(settings, allowPrivateNetwork) {
      const found = given(settings)
      if (found.length === 0) return none
      return Object.assign(
        {},
        ...found.map(({ group, provider, own }) => inGroup(group, provider.problems?.(own, allowPrivateNetwork) ?? {})),
      )
    },
    async completion() {
      const loaded = await Promise.all(
        parts.map(async ({ group, provider }) => ({ group, completion: await provider.completion?.() })),
      )
      return {
        complete(settings) {
          const completed = loaded.flatMap(({ group, completion }) => {
            const own = settings[group]
            return completion && isGroup(own) ? [[group, completion.complete(own)]] : []
          })
          return { ...settings, ...Object.fromEntries(completed) }
        },
      }
    },
    async check(settings, allowPrivateNetwork, now) {
      const checks = given(settings).map(async ({ group, provider, own }): Promise<ConnectionFindings> => {
        const checked = await provider.check?.(own, allowPrivateNetwork, now)
        return { found: checked?.found ?? [], problems: inGroup(group, checked?.problems ?? {}) }
      })
      const findings = await Promise.all(checks)
      return {
        found: findings.flatMap(({ found }) => found),
        problems: Object.assign({}, ...findings.map(({ problems }) => problems)),
      }
    },
    send,
  }
}

function schemaOf(parts: { group: string; provider: Provider }[]): TObject {
  const groups = parts.map(({ group, provider }) => [
    group,
    Type.Optional({ ...provider.settings, hasOwnDestinations: true }),
  ])
  return Type.Object(Object.fromEntries(groups), { additionalProperties: false })
}

function inGroup(group: string, problems: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([setting, problem]) => [`${group}.${setting}`, problem]))
}

function isGroup(value: unknown): value is ConnectionSettings {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
