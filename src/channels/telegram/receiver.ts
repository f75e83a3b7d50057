// Reads Telegram's updates: messages, /start, button presses, blocked bots and moved groups.
import { fieldsOf, textWithin } from '../../lib/json/json-fields.ts'
import { isSameText } from '../../lib/same-text.ts'
import { errorOf } from '../../lib/thrown.ts'
import { coordinatesOf } from '../coordinates.ts'
import type { InboundEvent, InboundMedia, InboundPlace, InboundRequest, Person, Receiver } from '../inbound.ts'
import { parseJsonBody } from '../inbound-bodies.ts'
import {
  botId,
  invitation,
  type PressedMessage,
  poll,
  registerWebhook,
  replyToPress,
  secretToken,
  unregisterWebhook,
} from './calls.ts'
import type { TelegramSettings } from './settings.ts'

export const telegramReceiver: Receiver<TelegramSettings> = {
  showsSecret: true,
  // Verify only the headers: Telegram sends the secret in a header and does not sign bodies.
  verifyHeaders,
  verify: ({ headers }, settings, place) => verifyHeaders(headers, settings, place),
  repeatKey: (body, settings) => {
    const { update_id: id } = fieldsOf(body)
    // Include the bot's id: update ids are unique only within a bot, and the bot of the connection may change.
    return typeof id === 'number' ? `${botId(settings)}/${id}` : undefined
  },
  parse: parseJsonBody,
  read,
  announce: registerWebhook,
  withdraw: unregisterWebhook,
  invitation,
  poll,
  replyToPress,
}

function verifyHeaders(
  headers: InboundRequest['headers'],
  settings: TelegramSettings,
  { secret }: InboundPlace,
): boolean {
  return isSameText(headers['x-telegram-bot-api-secret-token'] ?? '', secretToken(secret, settings))
}

interface User {
  id: number
  first_name?: string
  last_name?: string
  language_code?: string
  is_bot?: boolean
}

interface Chat {
  id: number
  type?: string
  title?: string
  first_name?: string
  last_name?: string
}

interface File {
  file_id: string
}

interface Message {
  message_id: number
  date: number
  chat: Chat
  from?: User
  text?: string
  caption?: string
  reply_to_message?: { message_id: number }
  photo?: File[]
  document?: File
  video?: File
  animation?: File
  video_note?: File
  audio?: File
  voice?: File
  sticker?: File
  location?: { latitude: number; longitude: number }
  contact?: { phone_number: string }
  migrate_to_chat_id?: number
  migrate_from_chat_id?: number
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string }[][] }
}

interface Update {
  update_id?: number
  message?: Message
  callback_query?: { id: string; from: User; message?: Message; data?: string }
  my_chat_member?: { chat: Chat; date: number; new_chat_member: { status: string } }
}

const LONGEST = 65_536
const LONGEST_ID = 512
const LONGEST_NAME = 255
const LONGEST_LOCALE = 10
const START = /^\/start(?:@\w+)?(?:\s+(\S+))?\s*$/

function read(body: unknown, _settings: TelegramSettings, receivedAt: Date): InboundEvent[] {
  const update: Update = body ?? {}
  try {
    if (update.message) return messageOf(update.message)
    if (update.callback_query) return pressOf(update.callback_query, receivedAt)
    if (update.my_chat_member) return memberOf(update.my_chat_member)
    // Ignore other kinds of updates. Report a body that is not an update.
    return typeof update.update_id === 'number' ? [] : [{ kind: 'unreadable', detail: 'a body that is not an update' }]
  } catch (error) {
    return [{ kind: 'unreadable', detail: `an update: ${errorOf(error).message}` }]
  }
}

function messageOf(message: Message): InboundEvent[] {
  const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message
  const at = timeOf(message.date)
  const chat = idOf(message.chat.id)
  if (to !== undefined) return [{ kind: 'moved', from: chat, to: idOf(to), at }]
  if (from !== undefined) return [{ kind: 'moved', from: idOf(from), to: chat, at }]
  if (message.from?.is_bot) return []
  const person = personOf(message.chat, message.from)
  const id = `${chat}:${idOf(message.message_id)}`
  const text = textWithin(message.text, LONGEST) ?? textWithin(message.caption, LONGEST)
  const start = START.exec(textWithin(message.text, LONGEST) ?? '')
  if (start) return [{ kind: 'joined', id, ...person, ...(start[1] ? { payload: start[1] } : {}), at }]
  const media = mediaOf(message)
  // Ignore service messages, such as a new member or a changed photo of the group.
  if (text === undefined && media.length === 0) return []
  const repliesTo = message.reply_to_message && `${chat}:${idOf(message.reply_to_message.message_id)}`
  return [
    {
      kind: 'message',
      id,
      ...person,
      ...(text === undefined ? {} : { text }),
      media,
      at,
      ...(repliesTo ? { repliesTo } : {}),
    },
  ]
}

function mediaOf(message: Message): InboundMedia[] {
  const { photo, animation, video, video_note: note, audio, voice, sticker, location, contact } = message
  // Ignore the document of an animation, because Telegram reports an animation twice.
  const document = animation ? undefined : message.document
  const place = coordinatesOf(location?.latitude, location?.longitude)
  const files: [string, File | undefined][] = [
    ['image', photo?.at(-1)],
    ['video', animation ?? video ?? note],
    ['document', document],
    ['audio', audio ?? voice],
    ['sticker', sticker],
  ]
  return [
    ...files.flatMap(([type, file]) => mediaOfRef(type, textWithin(file?.file_id, LONGEST_ID))),
    ...mediaOfRef('location', place),
    ...mediaOfRef('contact', textWithin(contact?.phone_number, LONGEST_ID)),
  ]
}

function mediaOfRef(type: string, ref: string | undefined): InboundMedia[] {
  return ref === undefined ? [] : [{ type, ref }]
}

function pressOf({ id, from, message, data }: NonNullable<Update['callback_query']>, receivedAt: Date): InboundEvent[] {
  const token = textWithin(data, LONGEST_ID)
  // Ignore a press of a game button, which contains no data. Carillon does not send game buttons.
  if (token === undefined) return []
  const pressId = textWithin(id, LONGEST_ID)
  if (pressId === undefined) throw new Error('a button press without an id')
  const person = message ? personOf(message.chat, from) : { address: idOf(from.id), ...nameOf(from) }
  const label = message?.reply_markup?.inline_keyboard?.flat().find((button) => button.callback_data === token)?.text
  const ref: PressedMessage | undefined = message && { chatId: message.chat.id, messageId: message.message_id, label }
  return [{ kind: 'button_press', id: pressId, ...person, token, actor: nameOf(from).name, at: receivedAt, ref }]
}

function memberOf({ chat, date, new_chat_member: { status } }: NonNullable<Update['my_chat_member']>): InboundEvent[] {
  const address = idOf(chat.id)
  if (['kicked', 'left'].includes(status)) return [{ kind: 'blocked', address, at: timeOf(date) }]
  if (['member', 'administrator', 'creator'].includes(status)) return [{ kind: 'unblocked', address, at: timeOf(date) }]
  return []
}

/**
 * Returns the person who caused an event. For an event in a group, returns the group, because a group is one recipient.
 */
function personOf(chat: Chat, from: User | undefined): Person {
  const address = idOf(chat.id)
  const title = textWithin(chat.title, LONGEST_NAME)
  if (title !== undefined) return { address, name: title }
  const code = from?.language_code
  const locale = code && code.length <= LONGEST_LOCALE && /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(code)
  return { address, ...nameOf(from ?? chat), ...(locale ? { locale: code } : {}) }
}

function nameOf({ first_name: first, last_name: last }: Pick<User, 'first_name' | 'last_name'>): { name?: string } {
  const name = [first, last].flatMap((part) => textWithin(part, LONGEST_NAME) ?? []).join(' ')
  return name === '' ? {} : { name }
}

function idOf(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${excerptOf(value)} is not an id`)
  return String(value)
}

function timeOf(seconds: number): Date {
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new Error(`${excerptOf(seconds)} is not a time`)
  return new Date(seconds * 1000)
}

/** Returns a short form of an invalid value for the log. */
function excerptOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60)
}
