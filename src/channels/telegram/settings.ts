// A bot's settings.
import { type Static, Type } from 'typebox'

export const telegramSettings = Type.Object(
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
)

export type TelegramSettings = Static<typeof telegramSettings>
