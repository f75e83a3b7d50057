// A webhook of a Discord channel: its settings, and what it takes.
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
      description: "The channel's webhook URL; who has it can write there. ?thread_id=… writes to one of its threads.",
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
        description: "A gateway that takes Discord's requests: the webhook's path is asked there.",
      }),
    ),
  },
  { additionalProperties: false },
)

type DiscordSettings = Static<typeof settingsSchema>

export const webhook: Provider<DiscordSettings> = {
  title: 'Webhook',
  help: "In Discord, open the channel's settings, Integrations, Webhooks; create one and copy its URL.",
  settings: settingsSchema,
  problems,
  check,
  atOnce: (settings) => (HOSTS.test(webhookOf(settings).hostname) ? AT_ONCE : undefined),
  send,
}

/**
 * A webhook takes five messages in two seconds, and an IP address with 10,000 refused requests in ten minutes is blocked:
 * so few wait for the same "no". A gateway has other limits.
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
    found.webhook_url = `must lead to discord.com, such as ${EXAMPLE}; a gateway goes into api_base`
  // Discord refuses every message under such a name.
  const taken = /discord|clyde/i.exec(settings.username ?? '')?.[0]
  if (taken) found.username = `must not contain "${taken}"; Discord keeps that name for itself`
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

/** Reads the webhook: Discord answers its name and channel to any caller with the URL. */
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

/** Worked out once for a connection's settings, which workers keep as long as they stand: messages come by the thousand. */
const targets = new WeakMap<object, URL>()

function targetOf(settings: DiscordSettings): URL {
  const known = targets.get(settings)
  if (known) return known
  const url = webhookOf(settings)
  // Without it Discord answers before the message is kept, and tells nothing of errors.
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

/** Mentions are disarmed: a variable may hold @everyone. */
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
