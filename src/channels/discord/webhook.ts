// The Discord provider: the settings and the check of a channel's webhook, and the send request.
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { callProvider } from '../../lib/provider-call.ts'
import type { Outcome, OutgoingMessage, Provider, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { findingsOf, throughGateway } from '../gateway.ts'
import { embedsOf } from './embeds.ts'
import { fullText } from './full-text.ts'
import { discordOutcome } from './outcomes.ts'

const settingsSchema = Type.Object(
  {
    webhook_url: Type.String({
      format: 'uri',
      maxLength: 2048,
      secret: true,
      destination: true,
      description:
        "The channel's webhook URL. The URL is a secret, because everyone who has it can write to the channel. Add ?thread_id=… to write to a thread.",
      link: 'https://discord.com/channels/@me',
      examples: ['https://discord.com/api/webhooks/123/abc'],
    }),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Name shown as the sender.' })),
    avatar_url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        destination: false,
        description: 'Picture shown as the sender.',
      }),
    ),
    api_base: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        destination: true,
        description:
          'The URL of a gateway that receives the requests to Discord. The path of the webhook is added to this URL.',
      }),
    ),
  },
  { additionalProperties: false },
)

type DiscordSettings = Static<typeof settingsSchema>

export const webhook: Provider<DiscordSettings> = {
  title: 'Webhook',
  help: "In Discord, open the channel's settings, Integrations, Webhooks. Create a webhook and copy its URL.",
  settings: settingsSchema,
  problems,
  check,
  atOnce: (settings) => (HOSTS.test(webhookOf(settings).hostname) ? AT_ONCE : undefined),
  send,
}

/**
 * Maximum number of requests that run at the same time. A webhook accepts five messages in two seconds, and Discord
 * blocks an IP address after 10,000 refused requests in ten minutes. This limit is not used for gateways.
 */
const AT_ONCE = 4

const HOSTS = /^((ptb|canary)\.)?discord(app)?\.com$/
const PATH = /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+$/
const EXAMPLE = 'https://discord.com/api/webhooks/123/abc'

function problems(settings: DiscordSettings, allowPrivateNetwork: boolean): Record<string, string> {
  const hook = settings.webhook_url
  const url = URL.canParse(hook) ? new URL(hook) : undefined
  const known = url && HOSTS.test(url.hostname) && url.port === ''
  const elsewhere = settings.api_base !== undefined || allowPrivateNetwork
  const found: Record<string, string> = {}
  if (!url || !PATH.test(url.pathname))
    found.webhook_url = `must be the URL that Discord shows for a webhook, such as ${EXAMPLE}`
  else if (!known && !elsewhere)
    found.webhook_url = `must be a URL of discord.com, such as ${EXAMPLE}. Put the URL of a gateway into api_base`
  // If the username contains one of these words, Discord refuses all messages of the connection.
  const taken = /discord|clyde/i.exec(settings.username ?? '')?.[0]
  if (taken) found.username = `must not contain "${taken}", a name that Discord reserves`
  return found
}

async function send({
  message,
  settings,
  signal,
  now,
  allowPrivateNetwork,
}: SendCall<DiscordSettings>): Promise<Outcome> {
  const url = targetOf(settings)
  const reply = await callProvider({ url, body: bodyOf(message, settings), signal, allowPrivateNetwork })
  return discordOutcome(reply, now, secretsOf(url))
}

/** Reads the webhook's name. Discord returns the name to every caller that has the URL. */
async function check(settings: DiscordSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const url = webhookOf(settings)
  return findingsOf('webhook_url', 'Discord', {
    request: { url: url.href, allowPrivateNetwork },
    judge: ({ status, json }) => {
      const { id, name } = fieldsOf(json)
      return status === 200 && typeof id === 'string'
        ? { found: `the webhook ${textOf(name) ?? id} exists` }
        : undefined
    },
    outcome: (reply) => discordOutcome(reply, now, secretsOf(url)),
  })
}

/**
 * The URL for each settings object. Workers keep a settings object until the settings change, so each URL is computed
 * once.
 */
const targets = new WeakMap<object, URL>()

function targetOf(settings: DiscordSettings): URL {
  const known = targets.get(settings)
  if (known) return known
  const url = webhookOf(settings)
  // Without this parameter, Discord answers before it stores the message and reports no errors.
  url.searchParams.set('wait', 'true')
  targets.set(settings, url)
  return url
}

function webhookOf(settings: DiscordSettings): URL {
  return throughGateway(settings.webhook_url, settings.api_base)
}

function secretsOf({ pathname }: URL): string[] {
  return [pathname, pathname.slice(pathname.lastIndexOf('/') + 1)]
}

/** Returns the request's body. Mentions are disabled, because a variable may contain @everyone. */
function bodyOf(message: OutgoingMessage, settings: DiscordSettings): object {
  const embeds = embedsOf(message)
  const text = fullText(message)
  return {
    content: text.trim() === '' ? undefined : text,
    username: settings.username,
    avatar_url: settings.avatar_url,
    embeds: embeds.length > 0 ? embeds : undefined,
    allowed_mentions: { parse: [] },
  }
}
