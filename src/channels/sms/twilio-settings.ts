// The settings of a Twilio connection, and the meanings of Twilio's error codes.
import { type Static, Type } from 'typebox'
import { codeTable } from './meanings.ts'
import { apiBaseSetting, fromSettingAt, mediaSetting, sharedSettings } from './settings.ts'

export const TWILIO = 'https://api.twilio.com'
const CONSOLE = 'https://console.twilio.com'
const API_KEYS = `${CONSOLE}/us1/account/keys-credentials/api-keys`

export const twilioSettings = Type.Object(
  {
    account_sid: Type.String({
      pattern: '^AC[0-9a-fA-F]{32}$',
      examples: ['AC00112233445566778899aabbccddeeff'],
      maxLength: 34,
      link: CONSOLE,
      description: 'The account SID, on the first page of the console.',
    }),
    auth_token: Type.String({
      minLength: 1,
      maxLength: 255,
      secret: true,
      link: CONSOLE,
      description: 'The auth token, on the first page of the console. It also verifies receipts and replies.',
    }),
    api_key_sid: Type.Optional(
      Type.String({
        pattern: '^SK[0-9a-fA-F]{32}$',
        examples: ['SK00112233445566778899aabbccddeeff'],
        maxLength: 34,
        advanced: true,
        link: API_KEYS,
        description: 'The SID of an API key. Messages are then sent with the key instead of the auth token.',
      }),
    ),
    api_key_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        secret: true,
        advanced: true,
        link: API_KEYS,
        description: 'The secret of the API key. The console shows it once, after the key was created.',
      }),
    ),
    from: fromSettingAt(`${CONSOLE}/us1/develop/phone-numbers/manage/incoming`),
    messaging_service_sid: Type.Optional(
      Type.String({
        pattern: '^MG[0-9a-fA-F]{32}$',
        examples: ['MG00112233445566778899aabbccddeeff'],
        maxLength: 34,
        link: `${CONSOLE}/us1/develop/sms/services`,
        description: 'The SID of a messaging service, which chooses the sender. Set it in place of from.',
      }),
    ),
    ...sharedSettings,
    ...mediaSetting,
    api_base: apiBaseSetting(TWILIO, 'The URL of a region or gateway, for example https://api.dublin.ie1.twilio.com.'),
  },
  { additionalProperties: false },
)

export type TwilioSettings = Static<typeof twilioSettings>

/** Returns the name of the setting with the secret that authorizes requests: of the API key, or of the account. */
export function credentialOf({ api_key_sid, api_key_secret }: TwilioSettings): 'api_key_secret' | 'auth_token' {
  return api_key_sid !== undefined && api_key_secret !== undefined ? 'api_key_secret' : 'auth_token'
}

export const twilioCodes = codeTable('Twilio', {
  credentials: '20003 20008 20404',
  account: '20005 30002',
  trial: '21608',
  country: '21408',
  sender: '21603 21659 21660',
  senderCountry: '21606',
  profile: '21703 21705',
  credit: '30010',
  registration: '30018 30024 30032 30034 30035',
  callback: '21609',
  invalidNumber: '21211',
  noMobile: '21614 30006',
  unusedNumber: '30005',
  optedOut: '21610',
  noRoute: '21612',
  field: '21602 21604',
  tooLong: '21617 30019',
  media: '21620',
  spam: '30007',
  blocked: '30004 30450',
  expired: '30036',
  busy: '20500 20503',
  unreachable: '30003',
  carrierDown: '30008 30017 30410',
  rate: '20429 14107',
  queue: '21611 30001',
  dailyLimit: '63038 30022 30023 30027',
})
