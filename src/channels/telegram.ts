// Telegram: chat ids and the limits of a bot's message.
import type { Channel } from './contract.ts'
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
}
