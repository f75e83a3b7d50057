// The interface of provider fixtures: how a provider answers in each scenario. The contract tests run all fixtures.
import type { OutgoingMessage, Provider, SendCall } from '../../../src/channels/contract.ts'
import { type ChannelName, channels } from '../../../src/channels/index.ts'
import { providerOf } from '../../../src/channels/providers.ts'
import { type Received, type Reply, startProvider } from '../../harness/provider.ts'
import type { Tenant, TestService } from '../../harness/service.ts'

/** `dropped`: the provider reads the message and closes the connection without an answer. */
export const scenarios = [
  'sent',
  'retryable',
  'throttled',
  'permanent',
  'recipient_gone',
  'misconfigured',
  'dropped',
] as const
export type Scenario = (typeof scenarios)[number]

/**
 * A provider of a channel. A missing `provider` means the first provider of the channel, or all its providers if the
 * channel uses them side by side.
 */
export interface ProviderRef {
  channel: ChannelName
  provider?: string | undefined
}

export const allProviders = channels.flatMap(({ name, providers, sideBySide }): ProviderRef[] => {
  const others = sideBySide ? [] : Object.keys(providers).slice(1)
  return [{ channel: name }, ...others.map((provider) => ({ channel: name, provider }))]
})

/** A provider on loopback that answers every message with one scenario until `recover` is called. */
export interface FixtureServer {
  settings: Record<string, unknown>
  /** The number of messages received so far. */
  messagesReceived(): number
  /** Accepts every message from now on. */
  recover(): void
  stop(): Promise<void>
}

export interface ProviderFixture extends ProviderRef {
  /**
   * The variant of the provider, for example a bot token or a webhook. Set only if the channel has several variants.
   */
  variant?: string
  /** Scenarios that cannot occur with this provider, each with the reason. */
  unsupported: Partial<Record<Scenario, string>>
  /** The fields of the stored recipient that contain the address. */
  recipient: Record<string, unknown>
  /** Template content for this channel only. */
  own?: Record<string, unknown>
  /** Runs before the message is sent. For example, the recipient writes first. */
  prepare?(test: TestService, tenant: Tenant, recipientId: number): Promise<void>
  start(scenario: Scenario): Promise<FixtureServer>
  /** Only for a provider with an HTTP API: settings for a server of the test, a message, and the replies. */
  http?: {
    settings: (url: string) => Record<string, unknown>
    message: Partial<OutgoingMessage>
    replies: HttpFixtureOptions['replies']
  }
  /** Valid webhook bodies of the provider, parsed. Together they contain every part that the receiver reads. */
  reports?: readonly unknown[]
}

export function fixtureName({ channel, provider, variant = provider }: ProviderRef & { variant?: string }): string {
  return variant === undefined ? channel : `${channel} by ${variant}`
}

export function providerFor({ channel, provider }: ProviderRef): Provider {
  return providerOf(channel, provider)
}

export interface HttpFixtureOptions extends Omit<ProviderFixture, 'start' | 'http' | 'unsupported'> {
  settings: (url: string) => Record<string, unknown>
  message: Partial<OutgoingMessage>
  /** A scenario that cannot occur has a text with the reason, in place of a reply. */
  replies: Record<Exclude<Scenario, 'dropped'>, Reply | string>
  /** Returns whether a request contains a message. `otherReply` answers all other requests. */
  isMessage?: (request: Received) => boolean
  otherReply?: (request: Received) => Reply
}

/** Creates the fixture of a provider with an HTTP API. */
export function httpFixture({
  replies,
  settings,
  message,
  isMessage = () => true,
  otherReply = () => ({}),
  ...rest
}: HttpFixtureOptions): ProviderFixture {
  const replyOf = { ...replies, dropped: { drop: 'now' } satisfies Reply }
  return {
    ...rest,
    unsupported: Object.fromEntries(
      Object.entries(replyOf).filter(([, reply]) => typeof reply === 'string'),
    ) as ProviderFixture['unsupported'],
    http: { settings, message, replies },
    async start(scenario) {
      const provider = await startProvider()
      let recovered = false
      let received = 0
      provider.reply((request) => {
        if (!isMessage(request)) return otherReply(request)
        received++
        return replyOf[recovered ? 'sent' : scenario] as Reply
      })
      return {
        settings: settings(provider.url),
        messagesReceived: () => received,
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

/** Creates the arguments of one call of `send` of the fixture's provider. `url` is the address of the provider. */
export function sendCallTo(
  { http }: ProviderFixture,
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
    lane: 1,
    allowPrivateNetwork: true,
    ...change,
  }
}
