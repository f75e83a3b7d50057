// A recipient's devices: browsers with a Web Push subscription, and apps with a token of Firebase, Apple or Expo.
import { ECDH } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { checkUrl } from '../../lib/safe-url.ts'
import { dateTimeForms, parseDateTime, wrongDateTime } from '../../lib/text/date-time.ts'
import { records, sizes } from '../../limits.ts'

export interface WebDevice {
  kind: 'web'
  /**
   * The URL of the push service for this browser. The URL is a secret, because everyone who has the URL and the keys
   * can send to the browser.
   */
  endpoint: string
  keys: { p256dh: string; auth: string }
  /**
   * The VAPID key of the subscription, if it is known. The browser accepts only messages that are signed with this key.
   */
  vapid_key?: string
  registered_at: string
}

export interface FcmDevice {
  kind: 'fcm'
  token: string
  platform?: 'android' | 'ios' | 'web'
  registered_at: string
}

/** An app that gets its messages from Apple without Firebase. */
export interface ApnsDevice {
  kind: 'apns'
  token: string
  /** The environment that issued the token. The default is the environment of the connection. */
  environment?: 'production' | 'sandbox'
  registered_at: string
}

export interface ExpoDevice {
  kind: 'expo'
  token: string
  platform?: 'android' | 'ios' | 'web'
  registered_at: string
}

export type Device = WebDevice | FcmDevice | ApnsDevice | ExpoDevice
export type DeviceKind = Device['kind']

/** The fields of each kind of device. */
const fieldsOfKind = {
  web: { required: ['endpoint', 'keys'], optional: ['vapid_key', 'expirationTime'] },
  fcm: { required: ['token'], optional: ['platform'] },
  apns: { required: ['token'], optional: ['environment'] },
  expo: { required: ['token'], optional: ['platform'] },
} as const satisfies Record<DeviceKind, { required: readonly string[]; optional: readonly string[] }>

export const deviceKinds: DeviceKind[] = ['web', 'fcm', 'apns', 'expo']

/** Processes of 0.1.0 support only these kinds. They would remove a device of another kind from its recipient. */
const KINDS_OF_0_1_0: DeviceKind[] = ['web', 'fcm']

const base64 = (description: string, maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_+/-]+={0,2}$', maxLength, description, examples: ['BTBZMqHH6r4Tts7J_aSIgg'] })

/**
 * The schema of all kinds of devices. All fields are on one level, so that an error contains the name of the invalid
 * field. `deviceProblems` checks which fields each kind has.
 */
export const deviceSchema = Type.Object(
  {
    kind: Type.Enum(deviceKinds, {
      type: 'string',
      description:
        'web: a browser (Web Push). fcm: an app with a Firebase token. apns: an app with a token of Apple. expo: an app with a push token of Expo.',
    }),
    endpoint: Type.Optional(
      Type.String({
        pattern: '^[^\\s\\p{Cc}]+$',
        maxLength: sizes.url,
        description: 'web: the endpoint of the push subscription.',
        examples: ['https://push.example/abc'],
      }),
    ),
    keys: Type.Optional(
      Type.Object(
        {
          p256dh: base64("The browser's public key, 65 bytes in base64url.", 88),
          auth: base64("The browser's secret, 16 bytes in base64url.", 24),
        },
        { additionalProperties: false, description: 'web: the keys of the push subscription.' },
      ),
    ),
    expirationTime: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        description:
          'web: ignored. The field is accepted so that you can send the result of PushSubscription.toJSON() unchanged.',
      }),
    ),
    vapid_key: Type.Optional(base64('web: the VAPID public key of the subscription.', 88)),
    token: Type.Optional(
      Type.String({
        pattern: '^[^\\s\\p{Cc}]+$',
        maxLength: 4096,
        description:
          'fcm: the registration token. apns: the device token in hexadecimal. expo: the push token, such as ExponentPushToken[…].',
        examples: ['fGx1:APA91b-example'],
      }),
    ),
    platform: Type.Optional(
      Type.Enum(['android', 'ios', 'web'], {
        type: 'string',
        description: 'fcm, expo: the platform of the app, for display.',
      }),
    ),
    environment: Type.Optional(
      Type.Enum(['production', 'sandbox'], {
        type: 'string',
        description:
          'apns: the environment that issued the token. Builds from Xcode have sandbox tokens. Default: the environment of the connection.',
      }),
    ),
    registered_at: Type.Optional(
      Type.String({
        maxLength: 64,
        description: `Default: now. ${dateTimeForms}`,
        examples: ['2030-01-31T09:00:00Z'],
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        kind: 'web',
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
      { kind: 'fcm', token: 'fGx3:APA91bH', platform: 'android' },
      { kind: 'apns', token: '00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0' },
      { kind: 'expo', token: 'ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]', platform: 'ios' },
    ],
  },
)

export type DeviceInput = Static<typeof deviceSchema>

/** Returns the problems that the schema cannot find in a device, by field. Makes no DNS lookup. */
export function deviceProblems(input: DeviceInput, allowPrivateNetwork: boolean): Record<string, string> {
  const problems: Record<string, string> = {}
  const { required, optional } = fieldsOfKind[input.kind]
  const own: readonly string[] = [...required, ...optional]
  for (const name of allFields) {
    if (input[name] !== undefined && !own.includes(name)) problems[name] = `is not a field of kind ${input.kind}`
  }
  for (const name of required) {
    if (input[name] === undefined) problems[name] = `is required for kind ${input.kind}`
  }
  const url = input.endpoint === undefined ? undefined : checkUrl(input.endpoint, { allowPrivateNetwork })
  if (url) problems.endpoint ??= url
  if (input.keys && !isPublicKey(input.keys.p256dh))
    problems['keys.p256dh'] = 'is not a P-256 public key of 65 bytes in base64url'
  if (input.keys && Buffer.from(input.keys.auth, 'base64url').length !== 16)
    problems['keys.auth'] = 'must be 16 bytes in base64url'
  if (input.registered_at !== undefined && !parseDateTime(input.registered_at)) problems.registered_at = wrongDateTime
  if (input.vapid_key !== undefined && !isPublicKey(input.vapid_key))
    problems.vapid_key ??= 'is not a P-256 public key of 65 bytes in base64url'
  if (input.kind === 'apns' && input.token !== undefined && !APNS_TOKEN.test(input.token))
    problems.token = 'is not a device token of Apple: write its bytes as 64 to 200 hexadecimal digits'
  if (input.kind === 'expo' && input.token !== undefined && !EXPO_TOKEN.test(input.token))
    problems.token = 'is not a push token of Expo, such as ExponentPushToken[…]'
  return problems
}

const allFields = ['endpoint', 'keys', 'vapid_key', 'expirationTime', 'token', 'platform', 'environment'] as const
const APNS_TOKEN = /^[0-9A-Fa-f]{64,200}$/
const EXPO_TOKEN = /^(?:Expo(?:nent)?PushToken\[[^\]\s]{1,200}\]|[A-Za-z0-9]{8}(?:-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12})$/

/** Returns whether the text is a point on the curve P-256. With any other key, every encryption would fail. */
function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Converts an input without problems to the device that is stored. */
export function deviceOf(input: DeviceInput, now: Date): Device {
  // Replace a time in the future with the current time. Otherwise an attempt could not remove the device after the push
  // service reports it as gone: an attempt removes only devices that were registered before the attempt.
  const registeredAt = parseDateTime(input.registered_at ?? '') ?? now
  const registered_at = (registeredAt < now ? registeredAt : now).toISOString()
  const { kind, token, platform, environment, endpoint, keys, vapid_key } = input
  if (kind === 'apns' && token !== undefined)
    return { kind, token: token.toLowerCase(), ...(environment === undefined ? {} : { environment }), registered_at }
  if (kind !== 'web' && kind !== 'apns' && token !== undefined)
    return { kind, token, ...(platform === undefined ? {} : { platform }), registered_at }
  if (kind !== 'web' || endpoint === undefined || !keys)
    throw new Error('The device has problems and cannot be stored.')
  return {
    kind,
    endpoint,
    keys: { p256dh: urlSafe(keys.p256dh), auth: urlSafe(keys.auth) },
    ...(vapid_key === undefined ? {} : { vapid_key: urlSafe(vapid_key) }),
    registered_at,
  }
}

function urlSafe(base64: string): string {
  return Buffer.from(base64, 'base64url').toString('base64url')
}

/** Returns the key that identifies a device. It does not change when the device registers again. */
export function deviceKey(device: Device): string {
  return device.kind === 'web' ? device.endpoint : device.token
}

/** Returns whether the endpoint or token belongs to the device. Ignores upper and lower case in the tokens of Apple. */
export function isDevice(device: Device, key: string): boolean {
  return deviceKey(device) === (device.kind === 'apns' ? key.toLowerCase() : key)
}

/**
 * Adds the device to the end of the list. Removes an earlier entry of the device, and the oldest devices above the
 * limit.
 */
export function withDevice(devices: Device[], device: Device): Device[] {
  const others = devices.filter((other) => deviceKey(other) !== deviceKey(device))
  return [...others, device].slice(-records.devices)
}

/** Returns whether a list contains a device of a kind that processes of 0.1.0 do not support. */
export function hasNewKind(devices: readonly Device[]): boolean {
  return devices.some(({ kind }) => !KINDS_OF_0_1_0.includes(kind))
}
