// The settings of a Telegram bot.
import { type Static, Type } from 'typebox'

export const telegramSettings = Type.Object(
  {
    bot_token: Type.String({
      pattern: '^[0-9]+:[A-Za-z0-9_-]+$',
      examples: ['123456789:AA-example'],
      maxLength: 255,
      secret: true,
      link: 'https://t.me/BotFather',
      description: 'The token from BotFather.',
    }),
    mode: Type.Optional(
      Type.Enum(['webhook', 'polling', 'off'], {
        type: 'string',
        description:
          'How replies and button presses are received. "webhook": Telegram calls this service. "polling": this service polls Telegram. "off": they are not received. Default: "webhook" if Telegram can call PUBLIC_URL, otherwise "off".',
      }),
    ),
    api_base: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        default: 'https://api.telegram.org',
        destination: true,
        description: 'The URL of another server that offers the Bot API.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type TelegramSettings = Static<typeof telegramSettings>
