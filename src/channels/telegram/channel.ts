// Telegram: chat ids, the limits of a bot's message, and a bot that sends it.
import { Type } from 'typebox'
import { atStored } from '../address.ts'
import type { Channel } from '../contract.ts'
import { empty, tooLong } from '../text-length.ts'
import { telegramChatId } from './address.ts'
import { telegramGroup, telegramLimits } from './limits.ts'
import { telegramReceiver } from './receiver.ts'
import { checkTelegram, sendTelegram } from './sending.ts'

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
  ...atStored(telegramChatId),
  misfits: (content) => [
    ...empty('telegram', content.body),
    ...tooLong('telegram', 'template', 'the text', content.body, telegramLimits.text),
    ...tooLong('telegram', 'media.caption', 'the caption', content.media?.caption ?? '', telegramLimits.caption),
  ],
  connector: {
    help: 'Talk to @BotFather in Telegram, send /newbot, and paste the token it answers with.',
    settings: Type.Object(
      {
        bot_token: Type.String({
          pattern: '^[0-9]+:[A-Za-z0-9_-]+$',
          examples: ['123456789:AA-example'],
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
            destination: true,
            description: 'Another server that speaks the Bot API.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    check: checkTelegram,
    send: sendTelegram,
  },
  receiver: telegramReceiver,
}
