// What Telegram is told and asked about what comes back: the webhook, updates, the bot's name, answers to taps.
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
/** Telegram calls these only. */
const PORTS = ['', '443', '80', '88', '8443']
/** How long Telegram holds a question for updates, seconds. */
const HOLD = 25
const MOST_UPDATES = 50
const MOST_BYTES = 4 * 1024 * 1024
const LONGEST_WAIT = 30 * SECOND

/** What Telegram shows us with each update: another bot's old webhook does not know it. */
export function secretToken(secret: string, settings: TelegramSettings): string {
  return createHash('sha256').update(`${secret}/${settings.bot_token}`).digest('hex')
}

/** The number before the colon of a bot's token. */
export function botId(settings: TelegramSettings): string {
  return settings.bot_token.replace(/:.*/s, '')
}

/** Sets the webhook, takes it away for polling, or does nothing. */
export async function registerWebhook(
  call: InboundCall<TelegramSettings>,
  place: InboundPlace,
): Promise<ConnectionFindings> {
  const mode = modeOf(call.settings, place)
  if (mode === 'off') {
    const why =
      call.settings.mode === 'off'
        ? ''
        : `, because ${notCallable(place)}. Set mode to polling to be reached without one`
    return { found: [`replies and taps do not come back${why}`], problems: {} }
  }
  if (mode === 'webhook') return setWebhook(call, place)
  const failed = failureOf(call, await callApi(call, 'deleteWebhook', {}))
  return failed
    ? { found: [], problems: { mode: failed } }
    : { found: ['this service asks Telegram for replies and taps'], problems: {} }
}

async function setWebhook(call: InboundCall<TelegramSettings>, place: InboundPlace): Promise<ConnectionFindings> {
  const why = notCallable(place)
  if (why) {
    const remedy = 'Set PUBLIC_URL to an https address that the internet reaches, or set mode to polling'
    return { found: [], problems: { mode: `Telegram can't call this service: ${why}. ${remedy}` } }
  }
  const body = { url: place.url, secret_token: secretToken(place.secret, call.settings), allowed_updates: UPDATES }
  const failed = failureOf(call, await callApi(call, 'setWebhook', body))
  if (failed) return { found: [], problems: { mode: failed } }
  const trouble = textOf(fieldsOf(resultOf(await callApi(call, 'getWebhookInfo', {}))).last_error_message)
  return {
    found: [
      `Telegram sends replies and taps to ${place.url}`,
      ...(trouble ? [`the last time it tried, it failed: ${trouble}`] : []),
    ],
    problems: {},
  }
}

/** Takes away the webhook that leads here; another program's stays. */
export async function unregisterWebhook(
  call: InboundCall<TelegramSettings>,
  place: InboundPlace,
  next: TelegramSettings | undefined,
): Promise<void> {
  if (next && next.bot_token === call.settings.bot_token && modeOf(next, place) === 'webhook') return
  const { url } = fieldsOf(resultOf(await callApi(call, 'getWebhookInfo', {})))
  if (url === place.url) await callApi(call, 'deleteWebhook', {})
}

/** `https://t.me/<bot>?start=<payload>`; throws a sentence when nobody would hear who followed it, or the bot's name can't be had. */
export async function invitation(
  call: InboundCall<TelegramSettings>,
  payload: string,
  place: InboundPlace,
): Promise<string> {
  if (modeOf(call.settings, place) === 'off') throw new Error('nothing comes back from this bot; set mode to polling')
  const reply = await callApi(call, 'getMe', {})
  const username = textOf(fieldsOf(resultOf(reply)).username)
  if (!username) throw new Error(failureOf(call, reply) ?? 'the bot has no name')
  return `https://t.me/${username}?start=${payload}`
}

/** One long question for updates; what comes before `position` is confirmed and never told again. */
export async function poll(call: InboundCall<TelegramSettings>, position: string | null): Promise<PollResult> {
  const reply = await callApi(
    call,
    'getUpdates',
    {
      ...(position === null ? {} : { offset: Number(position) }),
      timeout: HOLD,
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
  const pause = retryAfter === undefined ? pauseAfter(reply) : Math.min(retryAfter * SECOND, LONGEST_WAIT)
  return { kind: 'problem', problem: failureOf(call, reply) ?? 'Telegram answered what is no list of updates', pause }
}

function pauseAfter(reply: ProviderReply): number {
  return reply.kind === 'answer' && reply.status < 500 ? LONGEST_WAIT : 5 * SECOND
}

/** The message with the pressed button, for replacing its keyboard. */
export interface PressedMessage {
  chatId: number
  messageId: number
  /** Of the button. */
  label: string | undefined
}

/** Ends the button's waiting and settles the keyboard: the chosen label stays, or nothing when the buttons are dead. */
export async function replyToPress(
  call: InboundCall<TelegramSettings>,
  press: Extract<InboundEvent, { kind: 'button_press' }>,
  { buttons, text }: PressResult,
): Promise<boolean> {
  const answered = await callApi(call, 'answerCallbackQuery', { callback_query_id: press.id, text })
  // `read` of the receiver gave the press this reference.
  const message = press.ref as PressedMessage | undefined
  if (!message || buttons === 'strange') return !isPassing(answered)
  const label = message.label?.replace(/^✓ /, '')
  const settled = await callApi(call, 'editMessageReplyMarkup', {
    chat_id: message.chatId,
    message_id: message.messageId,
    reply_markup: {
      inline_keyboard: buttons === 'chosen' && label ? [[{ text: `✓ ${label}`, callback_data: press.token }]] : [],
    },
  })
  return !isPassing(answered) && !isPassing(settled)
}

/** A trouble that may be over soon; a refusal is for good ("message is not modified", "query is too old"). */
function isPassing(reply: ProviderReply): boolean {
  return reply.kind !== 'answer' || reply.status === 429 || reply.status >= 500
}

function modeOf(settings: TelegramSettings, place: InboundPlace): 'webhook' | 'polling' | 'off' {
  return settings.mode ?? (notCallable(place) ? 'off' : 'webhook')
}

/** Why Telegram can't call an address; undefined when it can. */
function notCallable({ url }: InboundPlace): string | undefined {
  const { protocol, port, origin } = new URL(url)
  if (protocol !== 'https:') return `PUBLIC_URL (${origin}) is no https address`
  if (!PORTS.includes(port)) return `PUBLIC_URL (${origin}) has a port other than 443, 80, 88 and 8443`
  return undefined
}

/** What went wrong, in words; undefined when Telegram did as asked. */
function failureOf({ settings }: InboundCall<TelegramSettings>, reply: ProviderReply): string | undefined {
  if (reply.kind !== 'answer') return `Telegram could not be asked: ${reply.reason}`
  const answer = answerOf(reply)
  if (answer?.ok === true) return undefined
  const detail = answer?.description ?? `it answered ${reply.status}`
  if (reply.status === 401 || reply.status === 404)
    return 'the bot token is not valid; put the token BotFather shows into the connection'
  if (/webhook is active/i.test(detail))
    return 'the bot has a webhook, so it can not be asked for updates; check the connection to take the webhook away'
  if (reply.status === 409)
    return 'another program, or another connection, asks for the updates of this bot; stop it, or give each a bot of its own'
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
