// A push connection's settings: VAPID for browsers, a Firebase service account for apps; checked, and keys made for them.
import { createECDH, createPrivateKey } from 'node:crypto'
import { Type } from 'typebox'
import { checkUrl } from '../../lib/safe-url.ts'

const pem = Type.String({ maxLength: 16_384, description: 'RSA private key in PEM.' })

export const pushSettings = Type.Object(
  {
    vapid: Type.Optional(
      Type.Object(
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
      ),
    ),
    fcm: Type.Optional(
      Type.Object(
        {
          service_account: Type.Object(
            {
              project_id: Type.String({ pattern: '^[a-z0-9:.-]+$', examples: ['shop-1a2b3'], maxLength: 255 }),
              client_email: Type.String({ minLength: 3, maxLength: 320 }),
              private_key: pem,
              private_key_id: Type.Optional(Type.String({ maxLength: 255 })),
              token_uri: Type.Optional(
                Type.String({ maxLength: 2048, default: 'https://oauth2.googleapis.com/token', destination: true }),
              ),
            },
            { additionalProperties: true, secret: true, description: 'The JSON file Firebase gives, as it is.' },
          ),
          api_base: Type.Optional(
            Type.String({
              maxLength: 2048,
              default: 'https://fcm.googleapis.com',
              destination: true,
              description: 'A gateway that speaks the FCM HTTP v1 API.',
            }),
          ),
        },
        { additionalProperties: false, description: 'Firebase Cloud Messaging, for apps.' },
      ),
    ),
  },
  { additionalProperties: false },
)

export interface Vapid {
  subject: string
  public_key: string
  private_key: string
}

export interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  private_key_id?: string
  token_uri: string
}

export interface Fcm {
  service_account: ServiceAccount
  api_base: string
}

/** As workers read them: keys made, defaults filled in. */
export interface PushSettings {
  vapid?: Vapid
  fcm?: Fcm
}

/** As a person gives them. */
interface GivenSettings {
  vapid?: { subject: string; public_key?: string; private_key?: string }
  fcm?: Fcm
}

/** What no schema can say, by setting. Asks nobody. */
export function pushProblems(settings: Record<string, unknown>, allowPrivateNetwork: boolean): Record<string, string> {
  const { vapid, fcm } = settings as GivenSettings
  if (!vapid && !fcm) return { vapid: 'is missing, and so is fcm: give vapid for browsers, fcm for apps, or both' }
  const problems: Record<string, string | undefined> = {
    ...(vapid && { 'vapid.subject': subjectProblem(vapid.subject), ...keyPairProblems(vapid) }),
    ...(fcm && {
      'fcm.api_base': checkUrl(fcm.api_base, { allowPrivateNetwork }),
      'fcm.service_account.token_uri': checkUrl(fcm.service_account.token_uri, { allowPrivateNetwork }),
      'fcm.service_account.private_key': pemProblem(fcm.service_account.private_key),
    }),
  }
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Apple refuses subjects that nobody can reach. */
function subjectProblem(subject: string): string | undefined {
  if (subject.startsWith('mailto:')) {
    const domain = subject.slice(subject.lastIndexOf('@') + 1)
    return domain.includes('.')
      ? undefined
      : 'is an address no mail reaches; give one at a domain, such as you@example.com'
  }
  return checkUrl(subject, { allowPrivateNetwork: false })
}

function keyPairProblems({ public_key, private_key }: Partial<Vapid>): Record<string, string> {
  if (private_key === undefined) {
    return public_key === undefined ? {} : { 'vapid.public_key': 'comes without its private key; leave both out' }
  }
  const made = publicKeyOf(private_key)
  if (made === undefined) return { 'vapid.private_key': 'is no P-256 private key' }
  return public_key === undefined || public_key === made
    ? {}
    : { 'vapid.public_key': 'does not belong to the private key; leave it out' }
}

function publicKeyOf(privateKey: string): string | undefined {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

function pemProblem(text: string): string | undefined {
  try {
    const key = createPrivateKey(text)
    return key.asymmetricKeyType === 'rsa' ? undefined : `is a key of type ${key.asymmetricKeyType}; Google's are RSA`
  } catch {
    return 'is no private key in PEM (-----BEGIN PRIVATE KEY-----); paste the JSON file as it is'
  }
}

/** Gives browsers' settings the keys they lack. The private one, once made, stays until another is given. */
export async function pushCompletion(): Promise<(settings: Record<string, unknown>) => Record<string, unknown>> {
  const { generateVAPIDKeys } = (await import('web-push')).default
  return (settings) => {
    const { vapid } = settings as GivenSettings
    if (!vapid) return settings
    const private_key = vapid.private_key ?? generateVAPIDKeys().privateKey
    return { ...settings, vapid: { ...vapid, public_key: publicKeyOf(private_key)!, private_key } }
  }
}
