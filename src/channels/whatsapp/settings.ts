// The settings of a WhatsApp Business number.
import { type Static, Type } from 'typebox'
import { graphSettings } from '../meta/call.ts'

export const whatsappSettings = Type.Object(
  {
    phone_number_id: Type.String({
      pattern: '^[0-9]+$',
      examples: ['106540352242922'],
      maxLength: 64,
      link: 'https://developers.facebook.com/apps',
      description: 'ID of the sending number, from the app dashboard. This is not the phone number.',
    }),
    waba_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]+$',
        examples: ['106540352242922'],
        maxLength: 64,
        link: 'https://business.facebook.com/latest/settings/whatsapp_account',
        description: 'ID of the WhatsApp Business account. Required to read the list of approved templates.',
      }),
    ),
    access_token: Type.String({
      minLength: 1,
      maxLength: 2048,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['EAAG-example'],
      secret: true,
      link: 'https://business.facebook.com/latest/settings/system_users',
      description: "A system user's token, which does not expire.",
    }),
    ...graphSettings,
  },
  { additionalProperties: false },
)

export type WhatsappSettings = Static<typeof whatsappSettings>
