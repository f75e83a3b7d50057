// The settings of a Facebook page.
import { type Static, Type } from 'typebox'
import { graphSettings } from '../meta/call.ts'

export const messengerSettings = Type.Object(
  {
    page_id: Type.String({
      pattern: '^[0-9]+$',
      examples: ['1234567890'],
      maxLength: 64,
      link: 'https://www.facebook.com/pages/?category=your_pages',
      description: 'ID of the Facebook page, which the page shows under About, Page transparency.',
    }),
    page_access_token: Type.String({
      minLength: 1,
      maxLength: 2048,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['EAAG-example'],
      secret: true,
      link: 'https://developers.facebook.com/apps',
      description: "The page's access token, with the permission pages_messaging.",
    }),
    ...graphSettings,
  },
  { additionalProperties: false },
)

export type MessengerSettings = Static<typeof messengerSettings>
