// Telegram: chat ids, and the limits of a bot's message.
import { channelTexts } from '../../limits.ts'
import { atStored } from '../address.ts'
import type { Channel } from '../contract.ts'
import { empty, tooLong } from '../text-length.ts'
import { telegramChatId } from './address.ts'
import { botApi } from './bot-api.ts'

export const telegram: Channel = {
  name: 'telegram',
  title: 'Telegram',
  ...atStored(telegramChatId),
  misfits: (content) => [
    ...empty('telegram', content.body),
    ...tooLong('telegram', 'template', 'the text', content.body, channelTexts.telegram),
    ...tooLong('telegram', 'media.caption', 'the caption', content.media?.caption ?? '', channelTexts.telegramCaption),
  ],
  providers: { bot_api: botApi },
  failover: { refused: 'a chat belongs to one bot: another bot cannot write to it' },
}
