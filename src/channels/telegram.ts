// Telegram: chat ids, the limits of a bot's message, and a bot that sends it.
import { Type } from 'typebox'
import { callProvider, type ProviderReply } from '../lib/provider-call.ts'
import type { Channel, Outcome, OutgoingMessage, SendCall } from './contract.ts'
import { failureOf, type Meaning } from './outcomes.ts'
import { telegramReceiver } from './telegram-receiver.ts'
import { empty, tooLong } from './text-length.ts'

export const telegram: Channel = {
  name: 'telegram',
  title: 'Telegram',
  addressField: 'recipient.telegram_chat_id',
  addressOwner: 'recipient',
  address: (recipient) => recipient.telegram_chat_id ?? undefined,
  misfits: (content) => [
    ...empty('telegram', content.body),
    ...tooLong('telegram', 'template', 'the text', content.body, 4096),
  ],
  connector: {
    settings: Type.Object(
      {
        bot_token: Type.String({
          pattern: '^[0-9]+:[A-Za-z0-9_-]+$',
          maxLength: 255,
          secret: true,
          description: 'The token BotFather gave.',
        }),
        mode: Type.Optional(
          Type.Enum(['webhook', 'polling', 'off'], {
            type: 'string',
            description:
              'How replies and taps come back: Telegram calls this service (webhook), this service asks Telegram (polling), or not at all (off). Unset: webhook where PUBLIC_URL is an https address.',
          }),
        ),
        api_base: Type.Optional(
          Type.String({
            format: 'uri',
            maxLength: 2048,
            default: 'https://api.telegram.org',
            description: 'Another server that speaks the Bot API.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    send,
  },
  receiver: telegramReceiver,
}

interface BotAnswer {
  ok?: boolean
  result?: { message_id?: number; chat?: { id?: number } }
  error_code?: number
  description?: string
  parameters?: { retry_after?: number }
}

const GONE = 'Ask the recipient to start the bot again, or remove the chat id.'
const MEND = 'Mend the template or the media and resend.'

/** Telegram's words decide: its codes are just HTTP's. */
const MEANINGS: [RegExp, Meaning][] = [
  [/blocked by the user/i, { class: 'recipient_gone', reason: 'the recipient blocked the bot', remedy: GONE }],
  [
    /user is deactivated/i,
    { class: 'recipient_gone', reason: "the recipient's Telegram account is gone", remedy: GONE },
  ],
  [
    /can't initiate conversation|can't send messages to bots/i,
    { class: 'recipient_gone', reason: 'the recipient never started the bot', remedy: GONE },
  ],
  [
    /bot was kicked|not a member/i,
    { class: 'recipient_gone', reason: 'the bot was removed from the chat', remedy: GONE },
  ],
  [
    /chat not found|PEER_ID_INVALID|user not found|group is deactivated/i,
    { class: 'recipient_gone', reason: 'there is no such chat', remedy: GONE },
  ],
  [
    /group chat was (migrated|upgraded)/i,
    {
      class: 'recipient_gone',
      reason: 'the group moved to a new chat id',
      remedy: 'Put the new chat id, which stands in the response, into the recipient.',
    },
  ],
  [
    /BUTTON_URL_INVALID|text is empty|too long|file is too big|wrong file|can't parse entities/i,
    { class: 'permanent', reason: 'Telegram refuses a part of the message', remedy: MEND },
  ],
  [
    /^Unauthorized|^Not Found$/i,
    {
      class: 'misconfigured',
      reason: 'the bot token is not valid',
      remedy: 'Put the token BotFather shows into the connection.',
    },
  ],
  [
    /^Conflict/i,
    {
      class: 'misconfigured',
      reason: 'another program uses this bot',
      remedy: 'Stop the other program, or give it a bot of its own.',
    },
  ],
]

const MEDIA = {
  image: ['sendPhoto', 'photo'],
  document: ['sendDocument', 'document'],
  video: ['sendVideo', 'video'],
} as const

/** Media goes first, as a message of its own; once it is there, a retry does not send it again. */
async function send(call: SendCall): Promise<Outcome> {
  const { message } = call
  let progress = call.progress
  if (message.media && progress.media === undefined) {
    const [method, field] = MEDIA[message.media.type]
    const sent = await ask(call, method, {
      chat_id: message.address,
      [field]: message.media.url,
      caption: message.media.caption,
    })
    if (sent.outcome.class !== 'sent') return { ...sent.outcome, progress }
    progress = { ...progress, media: sent.outcome.externalId }
  }
  const { outcome } = await ask(call, 'sendMessage', textOf(message))
  return { ...outcome, progress }
}

/** The button's data is the bare token: its 64 characters are all that fits. */
function textOf({ address, body, actions }: OutgoingMessage): object {
  return {
    chat_id: address,
    text: body,
    link_preview_options: { is_disabled: true },
    reply_markup:
      actions.length > 0
        ? { inline_keyboard: actions.map(({ label, token }) => [{ text: label, callback_data: token }]) }
        : undefined,
  }
}

async function ask(
  { settings, signal, now, allowPrivateNetwork }: SendCall,
  method: string,
  body: object,
): Promise<{ outcome: Outcome }> {
  const base = ((settings.api_base as string | undefined) ?? 'https://api.telegram.org').replace(/\/+$/, '')
  const reply = await callProvider({
    url: `${base}/bot${settings.bot_token as string}/${method}`,
    body,
    signal,
    allowPrivateNetwork,
  })
  return { outcome: outcomeOf(reply, now, settings.bot_token as string) }
}

function outcomeOf(reply: ProviderReply, now: Date, secret: string): Outcome {
  const json = (reply.kind === 'answer' ? reply.json : undefined) as BotAnswer | undefined
  if (reply.kind === 'answer' && json?.ok === true) {
    return {
      class: 'sent',
      externalId: `${json.result?.chat?.id}:${json.result?.message_id}`,
      providerStatus: String(reply.status),
    }
  }
  const description = json?.description?.replace(/^(Bad Request|Forbidden): /, '') ?? ''
  const meaning = MEANINGS.find(([pattern]) => pattern.test(description))?.[1]
  const wait = json?.parameters?.retry_after
  return failureOf('Telegram', reply, {
    code: json?.error_code === undefined ? undefined : String(json.error_code),
    meaning,
    now,
    secrets: [secret],
    throttledFor: wait === undefined ? undefined : wait * 1000,
    scope: 'recipient',
  })
}
