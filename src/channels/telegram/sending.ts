// Sends messages through the Bot API. If a group moved to a new chat id, repeats the call with the new id.
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply } from '../../lib/provider-call.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import type { Outcome, OutgoingMessage, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import { newChatOf, telegramOutcome } from './outcomes.ts'
import { createRateLimitTracker } from './rate-limits.ts'
import type { TelegramSettings } from './settings.ts'

const API = 'https://api.telegram.org'
const MEDIA = {
  image: ['sendPhoto', 'photo'],
  document: ['sendDocument', 'document'],
  video: ['sendVideo', 'video'],
} as const

/** All sends of the process share this tracker, because it counts the throttled chats of a bot. */
const rateLimits = createRateLimitTracker()

/** Sends media first, as a separate message. If the media was accepted, a retry does not send it again. */
export async function sendTelegram(call: SendCall<TelegramSettings>): Promise<Outcome> {
  const { message } = call
  const chat = { id: message.address }
  let progress = call.progress
  if (message.media && progress.media === undefined) {
    const [method, field] = MEDIA[message.media.type]
    const sent = await callApi(call, chat, method, { [field]: message.media.url, caption: message.media.caption })
    if (sent.class !== 'sent') return { ...sent, progress, ...movedTo(call, chat) }
    progress = { ...progress, media: sent.externalId }
  }
  const outcome = await callApi(call, chat, 'sendMessage', textAndButtons(message))
  return { ...outcome, progress, ...movedTo(call, chat) }
}

/** Checks the token by requesting the bot's name. */
export async function checkTelegram(
  settings: TelegramSettings,
  allowPrivateNetwork: boolean,
  now: Date,
): Promise<ConnectionFindings> {
  return findingsOf('bot_token', 'Telegram', {
    request: { url: urlOf(settings, 'getMe'), allowPrivateNetwork },
    judge: ({ json }) => {
      const { ok, result } = fieldsOf(json)
      return ok === true ? { found: `the token belongs to @${textOf(fieldsOf(result).username)}` } : undefined
    },
    outcome: (reply) => telegramOutcome(reply, { now, secret: settings.bot_token, scopeOf: () => 'connection' }),
  })
}

/**
 * Returns the text and the buttons. The data of a button is only the token, because Telegram permits at most 64 bytes.
 */
function textAndButtons({ body, actions }: OutgoingMessage): object {
  return {
    text: body,
    link_preview_options: { is_disabled: true },
    reply_markup:
      actions.length > 0
        ? { inline_keyboard: actions.map(({ label, token }) => [{ text: fitText(label, 64), callback_data: token }]) }
        : undefined,
  }
}

/** Calls a method of the Bot API. If the chat has a new id, stores it in `chat` and repeats the call. */
async function callApi(
  call: SendCall<TelegramSettings>,
  chat: { id: string },
  method: string,
  body: object,
): Promise<Outcome> {
  const first = await post(call, method, { chat_id: chat.id, ...body })
  const moved = newChatOf(first)
  if (moved === undefined || moved === chat.id) return outcomeOf(call, chat.id, first)
  chat.id = moved
  return outcomeOf(call, moved, await post(call, method, { chat_id: moved, ...body }))
}

function post(
  { settings, signal, allowPrivateNetwork }: SendCall<TelegramSettings>,
  method: string,
  body: object,
): Promise<ProviderReply> {
  return callProvider({ url: urlOf(settings, method), body, signal, allowPrivateNetwork })
}

function outcomeOf({ settings, now }: SendCall<TelegramSettings>, chat: string, reply: ProviderReply): Outcome {
  const secret = settings.bot_token
  const scopeOf = (until: number) => rateLimits.scopeOf(secret, chat, now.getTime(), until)
  return telegramOutcome(reply, { now, secret, scopeOf })
}

function movedTo({ message }: SendCall<TelegramSettings>, { id }: { id: string }): { movedTo?: string } {
  return id === message.address ? {} : { movedTo: id }
}

function urlOf(settings: TelegramSettings, method: string): string {
  return `${baseOf(settings, API)}/bot${settings.bot_token}/${method}`
}
