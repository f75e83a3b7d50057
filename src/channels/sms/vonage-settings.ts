// The settings of a Vonage connection, and the signature methods of an account.
import { type Static, Type } from 'typebox'
import { apiBaseSetting, fromSettingAt, ownStopMode, sharedSettings } from './settings.ts'

export const VONAGE = 'https://rest.nexmo.com'
const API_SETTINGS = 'https://dashboard.nexmo.com/settings'

export const vonageMethods = ['sha256', 'sha512', 'sha1', 'md5', 'md5hash'] as const

export const vonageSettings = Type.Object(
  {
    api_key: Type.String({
      pattern: '^[A-Za-z0-9]{8}$',
      examples: ['abcd1234'],
      maxLength: 8,
      link: API_SETTINGS,
      description: 'The API key, from the API settings of the dashboard.',
    }),
    api_secret: Type.String({
      minLength: 6,
      maxLength: 64,
      secret: true,
      link: API_SETTINGS,
      description: 'The API secret, from the same page.',
    }),
    signature_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        secret: true,
        local: true,
        link: API_SETTINGS,
        description: 'The signature secret, from the same page. Receipts and replies are refused without it.',
      }),
    ),
    signature_method: Type.Optional(
      Type.Enum([...vonageMethods], {
        type: 'string',
        default: 'sha256',
        link: API_SETTINGS,
        choices: {
          sha256: 'SHA-256 HMAC',
          sha512: 'SHA-512 HMAC',
          sha1: 'SHA-1 HMAC',
          md5: 'MD5 HMAC',
          md5hash: 'MD5 hash',
        },
        description: 'The signature method of the account.',
      }),
    ),
    from: fromSettingAt('https://dashboard.nexmo.com/your-numbers'),
    ...sharedSettings,
    ...ownStopMode,
    api_base: apiBaseSetting(VONAGE, 'The URL of a gateway that receives the requests to Vonage.'),
  },
  { additionalProperties: false },
)

export type VonageSettings = Static<typeof vonageSettings>
