// Valid webhook bodies of providers, which contain every part that the service reads. Also a check of inbound events.
import type { InboundEvent } from '../../src/channels/inbound.ts'
import { actionToken } from './graph.ts'

/** The time at which the webhooks are received. */
export const now = new Date('2030-02-01T00:00:00Z')
const seconds = now.getTime() / 1000

const chat = { id: 5, type: 'group', title: 'Choir', first_name: 'Ada' }
const from = { id: 5, first_name: 'Ada', last_name: 'Lovelace', language_code: 'en' }
const telegramMessage = { message_id: 1, date: seconds, chat, from }
const file = { file_id: 'f' }
const keyboard = { inline_keyboard: [[{ text: 'Yes', callback_data: actionToken('A') }]] }
export const telegramUpdates = [
  { update_id: 1, message: { ...telegramMessage, text: '/start abc' } },
  { update_id: 2, message: { ...telegramMessage, text: 'Hi', reply_to_message: { message_id: 3 } } },
  {
    update_id: 3,
    message: {
      ...telegramMessage,
      ...{ caption: 'Look', photo: [file], video: file, document: file, audio: file, sticker: file },
      ...{ location: { latitude: 45.4, longitude: 9.2 }, contact: { phone_number: '1' } },
    },
  },
  { update_id: 4, message: { ...telegramMessage, migrate_to_chat_id: -6 } },
  {
    update_id: 5,
    callback_query: { id: '1', from, data: actionToken('A'), message: { ...telegramMessage, reply_markup: keyboard } },
  },
  { update_id: 6, my_chat_member: { chat, date: seconds, new_chat_member: { status: 'kicked' } } },
]

const wrote = (id: string, type: string, part: unknown) => ({
  from: '39333',
  id,
  timestamp: `${seconds}`,
  type,
  [type]: part,
})
const change = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '20', changes: [{ field, value: { metadata: { phone_number_id: '10' }, ...value } }] }],
})
export const whatsappNotices = [
  change('messages', {
    contacts: [{ wa_id: '39333', profile: { name: 'Ada' } }],
    messages: [
      { ...wrote('1', 'text', { body: 'Hi' }), context: { id: 'wamid.1' } },
      wrote('2', 'image', { id: '1', caption: 'Look' }),
      wrote('3', 'interactive', { button_reply: { id: actionToken('A'), title: 'Yes' } }),
      wrote('4', 'system', { type: 'user_changed_number', wa_id: '39444' }),
      wrote('5', 'location', { latitude: 45.4, longitude: 9.2, name: 'Duomo' }),
      wrote('6', 'contacts', [{ name: { formatted_name: 'Bea' }, phones: [{ phone: '1' }] }]),
      wrote('7', 'reaction', { message_id: 'wamid.1', emoji: '👍' }),
    ],
    statuses: [
      {
        ...{ id: 'wamid.1', status: 'failed', timestamp: `${seconds}`, recipient_id: '39333' },
        errors: [{ code: 131050, title: 'T', error_data: { details: 'D' } }],
        pricing: { category: 'utility' },
      },
    ],
  }),
  change('user_preferences', {
    user_preferences: [{ wa_id: '39333', category: 'marketing_messages', value: 'stop', timestamp: seconds }],
  }),
]

const event = (part: object) => ({ sender: { id: 'psid-1' }, timestamp: now.getTime(), ...part })
export const messengerEvents = [
  {
    object: 'page',
    entry: [
      {
        id: '30',
        messaging: [
          event({ message: { mid: '1', text: 'Hi', quick_reply: { payload: actionToken('A') } } }),
          event({
            message: {
              mid: '2',
              reply_to: { mid: 'm_1' },
              attachments: [
                { type: 'image', payload: { url: 'https://shop.example/a.png' } },
                { type: 'location', payload: { coordinates: { lat: 45.4, long: 9.2 } } },
              ],
            },
          }),
          event({ postback: { mid: '3', title: 'Start', payload: 'GET_STARTED', referral: { ref: 'a' } } }),
          event({ delivery: { mids: ['m_1'], watermark: now.getTime() } }),
          event({ read: { watermark: now.getTime() } }),
          event({ optin: { ref: 'a' } }),
        ],
      },
    ],
  },
]

/** Returns the names of those fields of an inbound event whose values the worker cannot store. */
export function faultsOf(inbound: InboundEvent): string[] {
  const fields = inbound as unknown as Record<string, unknown>
  const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most
  const texts = ['text', 'name', 'actor', 'reason', 'what'].filter(
    (name) => fields[name] !== undefined && !isText(fields[name], 65_536),
  )
  const names = ['id', 'address', 'externalId', 'from', 'to', 'token', 'repliesTo', 'payload', 'locale'].filter(
    (name) => fields[name] !== undefined && (!isText(fields[name], 65_536) || fields[name] === ''),
  )
  const times = ['at', 'upTo'].filter((name) => fields[name] !== undefined && Number.isNaN(Number(fields[name])))
  const media = ((fields.media ?? []) as { type: unknown; ref: unknown }[]).filter(
    ({ type, ref }) => !isText(type, 64) || !isText(ref, 65_536) || /NaN|undefined/.test(String(ref)),
  )
  return [...texts, ...names, ...times, ...(media.length > 0 ? ['media'] : [])]
}
