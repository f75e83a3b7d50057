// How a provider says each thing that can become of a message: one dialect per way of sending, the contract tests speak them all.
import type { OutgoingMessage, Provider, SendCall } from '../../../src/channels/contract.ts'
import { type ChannelName, channels } from '../../../src/channels/index.ts'
import { providerOf } from '../../../src/channels/providers.ts'
import { type Received, type Reply, startProvider } from '../../harness/provider.ts'
import type { Tenant, TestService } from '../../harness/service.ts'

/** `dropped`: the provider takes the message and breaks off without an answer. */
export const sayings = [
  'sent',
  'retryable',
  'throttled',
  'permanent',
  'recipient_gone',
  'misconfigured',
  'dropped',
] as const
export type Saying = (typeof sayings)[number]

/** A provider of a channel: unless it is named the first, or all of those that serve side by side. */
export interface ProviderRef {
  channel: ChannelName
  provider?: string | undefined
}

export const everyProvider = channels.flatMap(({ name, providers, sideBySide }): ProviderRef[] => {
  const others = sideBySide ? [] : Object.keys(providers).slice(1)
  return [{ channel: name }, ...others.map((provider) => ({ channel: name, provider }))]
})

/** A provider on loopback that says one thing until it is told to take everything. */
export interface Stage {
  settings: Record<string, unknown>
  /** Messages it was given so far. */
  taken(): number
  /** From now on it takes every message. */
  recover(): void
  stop(): Promise<void>
}

export interface Dialect extends ProviderRef {
  /** The way of sending, where a channel has several. */
  way?: string
  /** What this provider never says, and why. */
  silentOn: Partial<Record<Saying, string>>
  /** The fields of the stored recipient that hold the address. */
  recipient: Record<string, unknown>
  /** Of the template, for this channel alone. */
  own?: Record<string, unknown>
  /** What has to happen before a message can be sent, such as somebody writing first. */
  prepare?(test: TestService, tenant: Tenant, recipientId: number): Promise<void>
  open(saying: Saying): Promise<Stage>
  /** Present where the provider is asked over HTTP: its settings for a server of the test's own, a message for it, its answers. */
  http?: {
    settings: (url: string) => Record<string, unknown>
    message: Partial<OutgoingMessage>
    replies: HttpWords['replies']
  }
  /** Good bodies that the provider posts, parsed: one with every part that its receiver reads. */
  reports?: readonly unknown[]
}

export function named({ channel, provider, way = provider }: ProviderRef & { way?: string }): string {
  return way === undefined ? channel : `${channel} by ${way}`
}

export function providerFor({ channel, provider }: ProviderRef): Provider {
  return providerOf(channel, provider)
}

export interface HttpWords extends Omit<Dialect, 'open' | 'http' | 'silentOn'> {
  settings: (url: string) => Record<string, unknown>
  message: Partial<OutgoingMessage>
  /** A text: the provider never says it, for this reason. */
  replies: Record<Exclude<Saying, 'dropped'>, Reply | string>
  /** Requests that carry a message, where others are made as well; those are always answered by `otherwise`. */
  carries?: (request: Received) => boolean
  otherwise?: (request: Received) => Reply
}

/** A dialect over HTTP from its answers. */
export function httpDialect({
  replies,
  settings,
  message,
  carries = () => true,
  otherwise = () => ({}),
  ...rest
}: HttpWords): Dialect {
  const said = { ...replies, dropped: { drop: 'now' } satisfies Reply }
  return {
    ...rest,
    silentOn: Object.fromEntries(
      Object.entries(said).filter(([, reply]) => typeof reply === 'string'),
    ) as Dialect['silentOn'],
    http: { settings, message, replies },
    async open(saying) {
      const provider = await startProvider()
      let recovered = false
      let taken = 0
      provider.reply((request) => {
        if (!carries(request)) return otherwise(request)
        taken++
        return said[recovered ? 'sent' : saying] as Reply
      })
      return {
        settings: settings(provider.url),
        taken: () => taken,
        recover: () => {
          recovered = true
        },
        stop: () => provider.stop(),
      }
    },
  }
}

const plainMessage: OutgoingMessage = {
  deliveryId: 1,
  address: '1',
  recipientName: 'Ada',
  priority: 'normal',
  body: 'Hello',
  vars: {},
  actions: [],
  attachments: [],
}

/** One try through the dialect, to a provider at `url`. */
export function callTo(
  { http }: Dialect,
  url: string,
  message: Partial<OutgoingMessage> = {},
  change: Partial<SendCall> = {},
): SendCall {
  return {
    message: { ...plainMessage, ...http!.message, ...message },
    settings: http!.settings(url),
    signal: AbortSignal.timeout(5000),
    now: new Date(),
    progress: {},
    allowPrivateNetwork: true,
    ...change,
  }
}
