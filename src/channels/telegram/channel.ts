// The Telegram channel.
import { storedAddressSupport } from '../address.ts'
import type { Channel } from '../contract.ts'
import { empty, tooLong } from '../text/text-length.ts'
import { telegramChatId } from './address.ts'
import { botApi } from './bot-api.ts'
import { telegramGroup, telegramLimits } from './limits.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    telegram: true
  }
}

export const telegram: Channel = {
  name: 'telegram',
  title: 'Telegram',
  content: 'text',
  credits: 1,
  receipts: [],
  setUpRank: 4,
  limits: [telegramGroup],
  ...storedAddressSupport(telegramChatId),
  misfits: (content) => [
    ...empty('telegram', content.body),
    ...tooLong('telegram', 'template', 'the text', content.body, telegramLimits.text),
    ...tooLong('telegram', 'media.caption', 'the caption', content.media?.caption ?? '', telegramLimits.caption),
  ],
  providers: { bot_api: botApi },
  failover: { refused: 'a chat belongs to one bot, so another bot cannot write to it' },
}
