// The settings of a Facebook page.
import { type Static, Type } from 'typebox'
import { graphSettings } from '../meta/call.ts'

export const messengerSettings = Type.Object(
  {
    page_id: Type.String({
      pattern: '^[0-9]+$',
      examples: ['1234567890'],
      maxLength: 64,
      description: 'ID of the Facebook page.',
    }),
    page_access_token: Type.String({
      minLength: 1,
      maxLength: 2048,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['EAAG-example'],
      secret: true,
      description: "The page's access token, with the permission pages_messaging.",
    }),
    ...graphSettings,
  },
  { additionalProperties: false },
)

export type MessengerSettings = Static<typeof messengerSettings>
