// The settings of both kinds of push connections: VAPID for browsers, a Firebase service account for apps.
import { type Static, Type } from 'typebox'

export const vapidSettings = Type.Object(
  {
    subject: Type.String({
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
      maxLength: 255,
      destination: false,
      description: 'How push services reach you: mailto: or https: (Apple and Mozilla insist).',
      examples: ['mailto:push@shop.example'],
    }),
    public_key: Type.Optional(
      Type.String({ maxLength: 88, description: 'Made with the private key; what browsers subscribe with.' }),
    ),
    private_key: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        examples: ['YW4gZXhhbXBsZSBvZiB0aGlydHktdHdvIGJ5dGVzLi4'],
        secret: true,
        local: true,
        description: 'Made when left out. Give your own to keep the subscriptions of another service.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Web Push, for browsers.' },
)

/** As a person gives them. */
export type VapidSettings = Static<typeof vapidSettings>
/** As workers read them: with the keys that were made. */
export type Vapid = Required<VapidSettings>

/** Where Firebase takes messages, and where Google gives access to it. */
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
      { additionalProperties: true, secret: true, description: 'The JSON file Firebase gives, as it is.' },
    ),
    api_base: Type.Optional(
      Type.String({
        maxLength: 2048,
        default: FIREBASE,
        destination: true,
        description: 'A gateway that speaks the FCM HTTP v1 API.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Firebase Cloud Messaging, for apps.' },
)

export type Fcm = Static<typeof fcmSettings>
export type ServiceAccount = Fcm['service_account']

/** What one message is sent with: to browsers, to apps, or to both. */
export interface PushSettings {
  vapid?: Vapid
  fcm?: Fcm
}
