// What the fields of a recipient may hold, whoever sets them: the management API and files that are imported.
import { Type } from 'typebox'
import { channelNames } from '../channels/index.ts'
import { bodies, lengths, records, sizes } from '../limits.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const recipientFields = {
  name: text(lengths.recipientName),
  email: Type.String({ format: 'email', maxLength: sizes.email }),
  whatsapp_phone: Type.String({
    pattern: '^\\+[1-9]\\d{6,14}$',
    examples: ['+393331234567'],
    maxLength: lengths.whatsappPhone,
  }),
  telegram_chat_id: text(lengths.telegramChatId),
  messenger_psid: text(records.messengerPsid),
  slack_channel: text(records.slackChannel),
  locale: Type.String({
    pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
    examples: ['en'],
    maxLength: lengths.locale,
  }),
  tags: Type.Array(text(records.tag), { maxItems: records.tags }),
  metadata: Type.Object(
    {},
    {
      additionalProperties: true,
      description: `Whatever the application keeps. The whole body has at most ${sizes.values} values and ${bodies.recipient} bytes.`,
    },
  ),
  preferred_channel: Type.Enum(channelNames, { type: 'string' }),
}
