// The Telegram address of a recipient: the id of the chat with the bot.
import { lengths } from '../../limits.ts'
import type { AddressOf } from '../address.ts'

declare module '../address.ts' {
  interface AddressFields {
    telegram_chat_id: 'requested'
  }
}

export const telegramChatId: AddressOf<'telegram_chat_id'> = {
  field: 'telegram_chat_id',
  kind: 'requested',
  channel: 'telegram',
  label: { en: 'Telegram chat id', it: 'Id della chat Telegram' },
  format: { minLength: 1, maxLength: lengths.telegramChatId },
  example: '123456789',
  description: "The id of the recipient's chat with the bot.",
  testAddress: '100000001',
  flag: { value: 'ID', description: "The id of the recipient's chat with the bot." },
}
