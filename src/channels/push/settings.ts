// The settings of push connections: VAPID for browsers, and the accounts of Firebase, Apple and Expo for apps.
import { type Static, Type } from 'typebox'

export const vapidSettings = Type.Object(
  {
    subject: Type.String({
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
      maxLength: 255,
      destination: false,
      description:
        'The address at which push services can contact you, as a mailto: or https: URL. Apple and Mozilla require it.',
      examples: ['mailto:push@shop.example'],
    }),
    public_key: Type.Optional(
      Type.String({
        maxLength: 88,
        description: 'The public key that belongs to the private key. Browsers subscribe with this key.',
      }),
    ),
    private_key: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        examples: ['YW4gZXhhbXBsZSBvZiB0aGlydHktdHdvIGJ5dGVzLi4'],
        secret: true,
        local: true,
        description:
          'The key that signs messages. Carillon generates a key if you omit it. To keep the browser subscriptions of another service, enter the private key of that service.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Web Push, for browsers.' },
)

/** The settings as a person enters them. */
export type VapidSettings = Static<typeof vapidSettings>
/** The settings that workers use. They include the generated keys. */
export type Vapid = Required<VapidSettings>

/** The URLs of Firebase's API and of Google's token server. */
export const FIREBASE = 'https://fcm.googleapis.com'
export const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'

const pem = Type.String({ maxLength: 16_384, description: 'RSA private key in PEM.' })

export const fcmSettings = Type.Object(
  {
    service_account: Type.Object(
      {
        project_id: Type.String({ pattern: '^[a-z0-9:.-]+$', examples: ['shop-1a2b3'], maxLength: 255 }),
        client_email: Type.String({ minLength: 3, maxLength: 320 }),
        private_key: pem,
        private_key_id: Type.Optional(Type.String({ maxLength: 255 })),
        token_uri: Type.Optional(Type.String({ maxLength: 2048, default: GOOGLE_TOKENS, destination: true })),
      },
      {
        additionalProperties: true,
        secret: true,
        link: 'https://console.firebase.google.com/project/_/settings/serviceaccounts/adminsdk',
        description:
          'The unchanged JSON file from Firebase: Project settings, Service accounts, Generate new private key.',
      },
    ),
    api_base: Type.Optional(
      Type.String({
        maxLength: 2048,
        default: FIREBASE,
        destination: true,
        description: 'The URL of a gateway that receives the requests to the FCM HTTP v1 API.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Firebase Cloud Messaging, for apps.' },
)

export type Fcm = Static<typeof fcmSettings>
export type ServiceAccount = Fcm['service_account']

/** The URLs of Apple's push service, by the environment that issued the device token. */
export const APPLE = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

/** The pages of an Apple developer account. */
const KEYS = 'https://developer.apple.com/account/resources/authkeys/list'
const MEMBERSHIP = 'https://developer.apple.com/account#MembershipDetailsCard'
const IDENTIFIERS = 'https://developer.apple.com/account/resources/identifiers/list'

const appleId = (description: string, example: string, link: string) =>
  Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10, description, examples: [example], link })

export const apnsSettings = Type.Object(
  {
    key: Type.String({
      maxLength: 16_384,
      secret: true,
      link: KEYS,
      description: 'The text of the file AuthKey_….p8. Apple offers the file for download only once.',
    }),
    key_id: appleId('The id of the key, which is also in the name of its file.', 'ABC123DEFG', KEYS),
    team_id: appleId('The id of your team. Apple shows it under Membership details.', 'DEF123GHIJ', MEMBERSHIP),
    bundle_id: Type.String({
      pattern: '^[A-Za-z0-9.-]+$',
      maxLength: 255,
      link: IDENTIFIERS,
      description: 'The bundle ID of the app.',
      examples: ['com.shop.app'],
    }),
    environment: Type.Optional(
      Type.Enum(['production', 'sandbox'], {
        type: 'string',
        default: 'production',
        description:
          'The environment of devices that registered without one: production for the App Store and TestFlight, sandbox for builds from Xcode.',
      }),
    ),
    api_base: Type.Optional(
      Type.String({
        maxLength: 2048,
        destination: true,
        description: 'The URL of a gateway that receives the requests to APNs by HTTP/2, for both environments.',
      }),
    ),
  },
  { additionalProperties: false, description: "Apple's push service, for apps without Firebase." },
)

export type Apns = Static<typeof apnsSettings>

/** The URL of Expo's push service. */
export const EXPO = 'https://exp.host'

export const expoSettings = Type.Object(
  {
    access_token: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]+$',
        examples: ['expo-example'],
        maxLength: 1024,
        secret: true,
        link: 'https://expo.dev/settings/access-tokens',
        description:
          'An access token of your Expo account. Expo requires it if enhanced security for push notifications is enabled.',
      }),
    ),
    api_base: Type.Optional(
      Type.String({
        maxLength: 2048,
        default: EXPO,
        destination: true,
        description: "The URL of a gateway that receives the requests to Expo's push service.",
      }),
    ),
  },
  { additionalProperties: false, description: "Expo's push service, for apps made with Expo." },
)

export type Expo = Static<typeof expoSettings>

/** The settings for sending a message: `vapid` for browsers, and the others for apps. */
export interface PushSettings {
  vapid?: Vapid
  fcm?: Fcm
  apns?: Apns
  expo?: Expo
}
