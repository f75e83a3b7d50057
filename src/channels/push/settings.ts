// The settings of push connections: VAPID for browsers, a Firebase service account for apps.
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
      { additionalProperties: true, secret: true, description: 'The unchanged JSON file from Firebase.' },
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

/** The settings for sending a message: `vapid` for browsers, `fcm` for apps. */
export interface PushSettings {
  vapid?: Vapid
  fcm?: Fcm
}
