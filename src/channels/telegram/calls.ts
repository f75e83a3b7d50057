// Calls Telegram for inbound events: registers the webhook, polls, creates invitation links and replies to button
// presses.
import { createHash } from 'node:crypto'
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply } from '../../lib/provider-call.ts'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import { baseOf } from '../gateway.ts'
import type { InboundCall, InboundEvent, InboundPlace, PollResult, PressResult } from '../inbound.ts'
import type { TelegramSettings } from './settings.ts'

interface BotAnswer {
  ok?: boolean
  result?: unknown
  error_code?: number
  description?: string
  parameters?: { retry_after?: number }
}

const UPDATES = ['message', 'callback_query', 'my_chat_member']
/** Telegram sends webhooks only to URLs with these ports. An empty text means that the URL names no port. */
const PORTS = ['', '443', '80', '88', '8443']
/** Maximum time in seconds for which Telegram holds a poll open while there are no updates. */
const POLL_TIMEOUT = 25
const MOST_UPDATES = 50
const MOST_BYTES = 4 * 1024 * 1024
const LONGEST_PAUSE = 30 * SECOND

/**
 * Returns the secret that Telegram sends with each update. The secret depends on the bot, so that updates of a previous
 * bot are refused.
 */
export function secretToken(secret: string, settings: TelegramSettings): string {
  return createHash('sha256').update(`${secret}/${settings.bot_token}`).digest('hex')
}

/** Returns the bot's id, which is the number before the colon in the token. */
export function botId(settings: TelegramSettings): string {
  return settings.bot_token.replace(/:.*/s, '')
}

/**
 * Registers the webhook at Telegram. Removes the webhook if the connection polls. Does nothing if inbound events are
 * off.
 */
export async function registerWebhook(
  call: InboundCall<TelegramSettings>,
  place: InboundPlace,
): Promise<ConnectionFindings> {
  const mode = modeOf(call.settings, place)
  if (mode === 'off') {
    const why =
      call.settings.mode === 'off' ? '' : `, because ${notCallable(place)}. Set mode to polling, which needs no webhook`
    return { found: [`replies and button presses are not received${why}`], problems: {} }
  }
  if (mode === 'webhook') return setWebhook(call, place)
  const failed = failureOf(call, await callApi(call, 'deleteWebhook', {}))
  return failed
    ? { found: [], problems: { mode: failed } }
    : { found: ['Carillon polls Telegram for replies and button presses'], problems: {} }
}

async function setWebhook(call: InboundCall<TelegramSettings>, place: InboundPlace): Promise<ConnectionFindings> {
  const why = notCallable(place)
  if (why) {
    const remedy = 'Set PUBLIC_URL to a public https URL, or set mode to polling'
    return { found: [], problems: { mode: `Telegram cannot call this service: ${why}. ${remedy}` } }
  }
  const body = { url: place.url, secret_token: secretToken(place.secret, call.settings), allowed_updates: UPDATES }
  const failed = failureOf(call, await callApi(call, 'setWebhook', body))
  if (failed) return { found: [], problems: { mode: failed } }
  const lastError = textOf(fieldsOf(resultOf(await callApi(call, 'getWebhookInfo', {}))).last_error_message)
  return {
    found: [
      `Telegram sends replies and button presses to ${place.url}`,
      ...(lastError ? [`Telegram's last call failed: ${lastError}`] : []),
    ],
    problems: {},
  }
}

/** Removes the bot's webhook if its URL belongs to this connection. Does not remove the webhook of another program. */
export async function unregisterWebhook(
  call: InboundCall<TelegramSettings>,
  place: InboundPlace,
  next: TelegramSettings | undefined,
): Promise<void> {
  if (next && next.bot_token === call.settings.bot_token && modeOf(next, place) === 'webhook') return
  const { url } = fieldsOf(resultOf(await callApi(call, 'getWebhookInfo', {})))
  if (url === place.url) await callApi(call, 'deleteWebhook', {})
}

/**
 * Returns `https://t.me/<bot>?start=<payload>`. Throws if the connection receives no updates, or if the bot's name is
 * unknown.
 */
export async function invitation(
  call: InboundCall<TelegramSettings>,
  payload: string,
  place: InboundPlace,
): Promise<string> {
  if (modeOf(call.settings, place) === 'off')
    throw new Error('the connection receives no updates of this bot; set mode to polling')
  const reply = await callApi(call, 'getMe', {})
  const username = textOf(fieldsOf(resultOf(reply)).username)
  if (!username) throw new Error(failureOf(call, reply) ?? 'the bot has no username')
  return `https://t.me/${username}?start=${payload}`
}

/** Polls for updates. The call confirms all updates before `position`, so that Telegram does not return them again. */
export async function poll(call: InboundCall<TelegramSettings>, position: string | null): Promise<PollResult> {
  const reply = await callApi(
    call,
    'getUpdates',
    {
      ...(position === null ? {} : { offset: Number(position) }),
      timeout: POLL_TIMEOUT,
      limit: MOST_UPDATES,
      allowed_updates: UPDATES,
    },
    MOST_BYTES,
  )
  const updates = resultOf(reply)
  if (Array.isArray(updates)) {
    const ids = updates.map((update) => fieldsOf(update).update_id)
    const last = Math.max(...ids.filter((id) => Number.isSafeInteger(id)).map(Number))
    return { kind: 'received', bodies: updates, position: Number.isFinite(last) ? String(last + 1) : position }
  }
  const retryAfter = answerOf(reply)?.parameters?.retry_after
  const pause = retryAfter === undefined ? pauseAfter(reply) : Math.min(retryAfter * SECOND, LONGEST_PAUSE)
  return {
    kind: 'problem',
    problem: failureOf(call, reply) ?? 'the answer of Telegram is not a list of updates',
    pause,
  }
}

function pauseAfter(reply: ProviderReply): number {
  return reply.kind === 'answer' && reply.status < 500 ? LONGEST_PAUSE : 5 * SECOND
}

/** The message whose button was pressed. After the press, the keyboard of the message is replaced. */
export interface PressedMessage {
  chatId: number
  messageId: number
  /** The label of the button. */
  label: string | undefined
}

/**
 * Ends the button's loading state. The keyboard then shows only the chosen button, or no button if the buttons expired.
 */
export async function replyToPress(
  call: InboundCall<TelegramSettings>,
  press: Extract<InboundEvent, { kind: 'button_press' }>,
  { buttons, text }: PressResult,
): Promise<boolean> {
  const answered = await callApi(call, 'answerCallbackQuery', { callback_query_id: press.id, text })
  // `ref` has this type, because `read` in receiver.ts set it.
  const message = press.ref as PressedMessage | undefined
  if (!message || buttons === 'strange') return !mayRecover(answered)
  const label = message.label?.replace(/^✓ /, '')
  const settled = await callApi(call, 'editMessageReplyMarkup', {
    chat_id: message.chatId,
    message_id: message.messageId,
    reply_markup: {
      inline_keyboard: buttons === 'chosen' && label ? [[{ text: `✓ ${label}`, callback_data: press.token }]] : [],
    },
  })
  return !mayRecover(answered) && !mayRecover(settled)
}

/**
 * Returns whether a later call may succeed. A refusal, such as "message is not modified" or "query is too old", is
 * permanent.
 */
function mayRecover(reply: ProviderReply): boolean {
  return reply.kind !== 'answer' || reply.status === 429 || reply.status >= 500
}

function modeOf(settings: TelegramSettings, place: InboundPlace): 'webhook' | 'polling' | 'off' {
  return settings.mode ?? (notCallable(place) ? 'off' : 'webhook')
}

/** Returns why Telegram cannot call a URL. Returns undefined if Telegram can call it. */
function notCallable({ url }: InboundPlace): string | undefined {
  const { protocol, port, origin } = new URL(url)
  if (protocol !== 'https:') return `PUBLIC_URL (${origin}) is not an https URL`
  if (!PORTS.includes(port)) return `PUBLIC_URL (${origin}) has a port other than 443, 80, 88 and 8443`
  return undefined
}

/** Returns why a call failed. Returns undefined if the call succeeded. */
function failureOf({ settings }: InboundCall<TelegramSettings>, reply: ProviderReply): string | undefined {
  if (reply.kind !== 'answer') return `Telegram could not be reached: ${reply.reason}`
  const answer = answerOf(reply)
  if (answer?.ok === true) return undefined
  const detail = answer?.description ?? `it answered ${reply.status}`
  if (reply.status === 401 || reply.status === 404)
    return 'the bot token is not valid; put the token from BotFather into the connection'
  if (/webhook is active/i.test(detail))
    return 'the bot has a webhook, so it cannot be polled; check the connection to remove the webhook'
  if (reply.status === 409)
    return 'another program or connection polls this bot; stop it, or use a separate bot for each of them'
  return `Telegram refused: ${detail.replaceAll(settings.bot_token, '[redacted]')}`
}

function answerOf(reply: ProviderReply): BotAnswer | undefined {
  return reply.kind === 'answer' && reply.json !== null && typeof reply.json === 'object' ? reply.json : undefined
}

function resultOf(reply: ProviderReply): unknown {
  const answer = answerOf(reply)
  return answer?.ok === true ? answer.result : undefined
}

function callApi(
  call: InboundCall<TelegramSettings>,
  method: string,
  body: object,
  maxBytes?: number,
): Promise<ProviderReply> {
  const { settings, signal, allowPrivateNetwork } = call
  const url = `${baseOf(settings, 'https://api.telegram.org')}/bot${settings.bot_token}/${method}`
  return callProvider({ url, body, signal, allowPrivateNetwork, ...(maxBytes === undefined ? {} : { maxBytes }) })
}
