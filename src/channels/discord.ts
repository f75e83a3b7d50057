// Discord: a channel's webhook; 2000 characters and no buttons (specification, Channel behaviour notes).
import { Type } from 'typebox'
import { callProvider } from '../lib/provider-call.ts'
import type { Channel, Outcome, OutgoingMessage, SendCall } from './contract.ts'
import { failureOf, type Meaning } from './outcomes.ts'
import { empty, tooLong } from './text-length.ts'

export const discord: Channel = {
  name: 'discord',
  title: 'Discord',
  addressField: "the source's Discord connection",
  addressOwner: 'connection',
  address: (_recipient, settings) => (settings ? 'channel' : undefined),
  misfits: (content) => [
    ...(content.own?.embeds === undefined ? empty('discord', content.body) : []),
    ...tooLong('discord', 'template', 'the text', content.body, 2000),
    ...(content.actions.length > 0 ? [{ field: 'actions', message: 'discord has no buttons; leave actions out' }] : []),
  ],
  connector: {
    settings: Type.Object(
      {
        webhook_url: Type.String({
          format: 'uri',
          maxLength: 2048,
          secret: true,
          description: "The channel's webhook URL; who has it can write there.",
        }),
        username: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Name shown as the sender.' })),
        avatar_url: Type.Optional(
          Type.String({ format: 'uri', maxLength: 2048, description: 'Picture shown as the sender.' }),
        ),
      },
      { additionalProperties: false },
    ),
    send,
  },
}

const RECONNECT = "Create a webhook in the channel's settings and put its URL into the connection."

/** Discord's error codes that mean more than their status. */
const MEANINGS: Record<string, Meaning> = {
  10003: { class: 'misconfigured', reason: 'the Discord channel is gone', remedy: RECONNECT },
  10015: { class: 'misconfigured', reason: 'the Discord webhook was deleted', remedy: RECONNECT },
  50013: { class: 'misconfigured', reason: 'the Discord webhook may not write to its channel', remedy: RECONNECT },
  50027: { class: 'misconfigured', reason: 'the Discord webhook token is not valid', remedy: RECONNECT },
  40005: {
    class: 'permanent',
    reason: 'Discord finds the message too large',
    remedy: 'Shorten the template or its embeds.',
  },
  50006: {
    class: 'permanent',
    reason: 'Discord finds the message empty',
    remedy: 'Give the template a text or an embed.',
  },
  50035: {
    class: 'permanent',
    reason: 'Discord refuses a part of the message',
    remedy: 'Read the response, mend the template and resend.',
  },
}

async function send({ message, settings, signal, now, allowPrivateNetwork }: SendCall): Promise<Outcome> {
  const url = new URL(settings.webhook_url as string)
  // Without it Discord answers before the message is kept, and tells nothing of errors.
  url.searchParams.set('wait', 'true')
  const reply = await callProvider({ url: url.href, body: bodyOf(message, settings), signal, allowPrivateNetwork })
  const json = (reply.kind === 'answer' ? reply.json : undefined) as
    | { id?: string; code?: number; retry_after?: number }
    | undefined
  if (reply.kind === 'answer' && reply.status >= 200 && reply.status < 300) {
    return { class: 'sent', externalId: json?.id ?? null, providerStatus: String(reply.status) }
  }
  const code = json?.code === undefined ? undefined : String(json.code)
  const throttledFor =
    reply.kind === 'answer' && reply.status === 429 && typeof json?.retry_after === 'number'
      ? Math.ceil(json.retry_after * 1000)
      : undefined
  return failureOf('Discord', reply, {
    code,
    meaning: code === undefined ? undefined : MEANINGS[code],
    now,
    secrets: [url.pathname],
    throttledFor,
  })
}

/** Mentions are disarmed: a variable may hold @everyone. */
function bodyOf(message: OutgoingMessage, settings: Record<string, unknown>): object {
  const embeds = Array.isArray(message.own?.embeds)
    ? (message.own.embeds as Record<string, unknown>[]).map(embedOf)
    : []
  if (message.media?.type === 'image')
    embeds.push({
      image: { url: message.media.url },
      ...(message.media.caption ? { description: message.media.caption } : {}),
    })
  const link = message.media && message.media.type !== 'image' ? `\n${message.media.url}` : ''
  return {
    content: `${message.body}${link}`,
    username: settings.username,
    avatar_url: settings.avatar_url,
    embeds: embeds.length > 0 ? embeds : undefined,
    allowed_mentions: { parse: [] },
  }
}

/** Colours are written as #rrggbb; Discord takes the number. */
function embedOf({ color, colour, ...embed }: Record<string, unknown>): Record<string, unknown> {
  const written = color ?? colour
  const number = typeof written === 'string' ? Number.parseInt(written.replace('#', ''), 16) : written
  return typeof number === 'number' && Number.isInteger(number) ? { ...embed, color: number } : embed
}
