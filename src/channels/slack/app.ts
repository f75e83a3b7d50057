// The Slack provider: an incoming webhook, or a bot. A bot posts to the channel of the recipient or of the connection.
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { baseOf, findingsOf, throughGateway } from '../gateway.ts'
import { slackBody } from './message.ts'
import { slackOutcome } from './outcomes.ts'

const API = 'https://slack.com/api'

const settingsSchema = Type.Object(
  {
    webhook_url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        secret: true,
        destination: true,
        description:
          'The URL of an incoming webhook. The URL is a secret, because everyone who has it can write to the channel. Set either webhook_url or bot_token.',
        link: 'https://api.slack.com/apps',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    ),
    bot_token: Type.Optional(
      Type.String({
        pattern: '^xox[a-z][.-][A-Za-z0-9.-]+$',
        examples: ['xoxb-example'],
        maxLength: 255,
        secret: true,
        link: 'https://api.slack.com/apps',
        description: "The bot's token (xoxb-…), from OAuth & Permissions, with the scope chat:write.",
      }),
    ),
    channel: Type.Optional(
      Type.String({
        pattern: '^#?[\\p{L}\\p{N}._-]+$',
        examples: ['C0123456789'],
        maxLength: 255,
        description: 'The channel of the bot for recipients without a slack_channel: an ID (C0123…) or #name.',
      }),
    ),
    api_base: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        destination: true,
        description: `The URL of a gateway that receives the requests to Slack. It replaces ${API}, or the host of the webhook.`,
      }),
    ),
  },
  { additionalProperties: false },
)

export type SlackSettings = Static<typeof settingsSchema>

export const slackApp: Provider<SlackSettings> = {
  title: 'Slack app',
  help: 'Enter either the incoming webhook of a channel, or the bot token of a Slack app and the channel to which the app posts.',
  settings: settingsSchema,
  replaces: (input) =>
    input.bot_token !== undefined ? ['webhook_url'] : input.webhook_url !== undefined ? ['bot_token'] : [],
  problems,
  check,
  send,
}

const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com']
const NO_URL = { hostname: '', pathname: '', port: '' }

function problems(settings: SlackSettings, allowPrivateNetwork: boolean): Record<string, string> {
  const { webhook_url: hook, bot_token: token, channel, api_base: gateway } = settings
  if (hook === undefined && token === undefined) return { bot_token: 'is required if webhook_url is missing' }
  if (hook === undefined) return channel === undefined ? { channel: 'is required with bot_token' } : {}
  if (token !== undefined) return { webhook_url: 'cannot be set together with bot_token; remove one of them' }
  if (channel !== undefined) return { channel: 'requires bot_token, because a webhook has a fixed channel' }
  const { hostname, pathname, port } = URL.canParse(hook) ? new URL(hook) : NO_URL
  const known = HOSTS.includes(hostname) && port === ''
  if (hostname === '' || (known && !/^\/services\/\w+\/\w+\/\w+$/.test(pathname)))
    return { webhook_url: 'must be the URL that Slack shows, such as https://hooks.slack.com/services/T000/B000/XXXX' }
  if (known) return {}
  if (gateway !== undefined || allowPrivateNetwork) return {}
  return { webhook_url: 'must be a URL of hooks.slack.com. Put the URL of a gateway into api_base' }
}

async function send({
  message,
  settings,
  signal,
  now,
  allowPrivateNetwork,
}: SendCall<SlackSettings>): Promise<Outcome> {
  const body = slackBody(message)
  const secrets = secretsOf(settings)
  if (settings.webhook_url !== undefined) {
    const reply = await callProvider({ url: hookOf(settings.webhook_url, settings), body, signal, allowPrivateNetwork })
    return slackOutcome(reply, { now, secrets, ownChannel: true })
  }
  const reply = await callProvider({
    url: `${baseOf(settings, API)}/chat.postMessage`,
    body: { channel: message.address, ...body },
    headers: bearer(settings),
    signal,
    allowPrivateNetwork,
  })
  return slackOutcome(reply, { now, secrets, ownChannel: message.address === settings.channel })
}

/**
 * Checks the settings. For a bot, reads the account and the scopes of its token. For a webhook, posts an empty message:
 * a webhook that exists refuses it with a known error.
 */
async function check(settings: SlackSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const outcome = (reply: ProviderReply) => slackOutcome(reply, { now, secrets: secretsOf(settings), ownChannel: true })
  if (settings.webhook_url !== undefined) {
    return findingsOf('webhook_url', 'Slack', {
      request: { url: hookOf(settings.webhook_url, settings), body: {}, allowPrivateNetwork },
      judge: ({ text }) =>
        /^(no_text|invalid_payload|missing_text)/.test(text.trim())
          ? { found: 'the incoming webhook exists' }
          : undefined,
      outcome,
    })
  }
  return findingsOf('bot_token', 'Slack', {
    request: { url: `${baseOf(settings, API)}/auth.test`, body: {}, headers: bearer(settings), allowPrivateNetwork },
    judge: ({ json, headers }) => {
      const { ok, user, team } = fieldsOf(json)
      if (ok !== true) return undefined
      const scopes = [headers['x-oauth-scopes']].flat()[0]?.split(/[\s,]+/)
      if (scopes && !scopes.some((scope) => /^(chat:write|bot|client)/.test(scope)))
        return { problem: `the token lacks the scope chat:write; it has ${scopes.join(', ')}` }
      return { found: `the token belongs to ${textOf(user)} in ${textOf(team)}` }
    },
    outcome,
  })
}

function hookOf(webhook: string, { api_base: gateway }: SlackSettings): string {
  return throughGateway(webhook, gateway).href
}

function bearer(settings: SlackSettings): Record<string, string> {
  return { authorization: `Bearer ${settings.bot_token}` }
}

function secretsOf({ bot_token: token, webhook_url: hook }: SlackSettings): string[] {
  return [token, hook, hook && new URL(hook).pathname].filter((each) => typeof each === 'string')
}
