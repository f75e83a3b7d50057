// The meanings of the reasons with which Apple refuses a notification.
import { type Meaning, misconfigured, permanent, recipientGone } from '../../outcomes.ts'
import { repeated } from '../../remedies.ts'

/** The fields of an answer of APNs that this module reads. */
export interface ApnsAnswer {
  reason?: unknown
  /** Only with the status 410: the time in milliseconds since which Apple knows that the token is not valid. */
  timestamp?: unknown
}

const REGISTER = 'Resend the message after the recipient has opened the app again, which registers a new token.'

const UNREGISTERED = recipientGone('the app was removed from the device', REGISTER)

const CERTIFICATE = misconfigured(
  'Apple refused a certificate of the gateway',
  'Correct the certificate of the gateway at api_base, or remove api_base.',
)

/** Meanings of the reasons that concern the device, the key and the app. */
const MEANINGS: Record<string, Meaning> = {
  Unregistered: UNREGISTERED,
  ExpiredToken: recipientGone("the device's token has expired", REGISTER),
  BadDeviceToken: recipientGone(
    "the device's token is not valid in its environment",
    'Builds from Xcode have the environment sandbox, all others production. Correct environment of the connection, or register the device with its environment. Then resend the message.',
  ),
  DeviceTokenNotForTopic: recipientGone(
    "the device's token belongs to another app",
    'Set bundle_id of the connection to the bundle ID of the app, and resend the message.',
  ),
  BadTopic: misconfigured('Apple refused the bundle ID', 'Set bundle_id to the bundle ID of the app.'),
  MissingTopic: misconfigured('Apple received no bundle ID', 'Set bundle_id to the bundle ID of the app.'),
  TopicDisallowed: misconfigured(
    'the key may not send notifications to this app',
    'Set bundle_id to the bundle ID of an app of the team, or use a key that is not limited to other apps.',
  ),
  InvalidProviderToken: misconfigured(
    'the key, the key id and the team id do not belong together',
    'Set key to the file of the key with this key_id, and team_id to the team that created the key.',
  ),
  ExpiredProviderToken: misconfigured(
    'Apple considers a newly signed token expired',
    "Set this machine's clock to the correct time.",
  ),
  MissingProviderToken: misconfigured(
    'Apple received no token of the key',
    'If api_base is a gateway, let the gateway forward the header authorization.',
  ),
  BadEnvironmentKeyIdInToken: misconfigured(
    'the key is limited to the other environment',
    'Use a key for both environments, or set environment to the environment of the key.',
  ),
  UnrelatedKeyIdInToken: misconfigured(
    'Apple received another key on the same session',
    'If api_base is a gateway, let the gateway use a separate session for each key.',
  ),
  Forbidden: misconfigured(
    'the key has no permission to send notifications',
    'Create a key with the Apple Push Notifications service, and set key and key_id.',
  ),
  BadCertificate: CERTIFICATE,
  BadCertificateEnvironment: CERTIFICATE,
  PayloadTooLarge: permanent('the notification is too large for APNs', 'Shorten the template, and resend the message.'),
  IdleTimeout: {
    class: 'retryable',
    reason: 'Apple closed a session that was idle',
    remedies: repeated('Check that this service can reach Apple.'),
  },
}

/** Reasons that name an invalid part of the request. Carillon sends no such request, so a gateway may have changed it. */
const INVALID_REQUEST = new Set([
  'MissingDeviceToken',
  'InvalidPushType',
  'BadCollapseId',
  'BadExpirationDate',
  'BadMessageId',
  'BadPriority',
  'DuplicateHeaders',
  'PayloadEmpty',
  'BadPath',
  'MethodNotAllowed',
])

const AGAIN: Meaning = {
  class: 'retryable',
  reason: 'Apple reported an earlier registration of the device as removed',
  remedies: repeated('Ask the recipient to open the app, which registers the device again.'),
}

/**
 * Returns the meaning of an error that Apple defines. Returns undefined for throttling, server errors, and answers that
 * are not in Apple's format. With the status 410, Apple reports since when the token is not valid. If the app has
 * registered the token after that time, the device stays.
 */
export function meaningOfApns(
  { reason, timestamp }: ApnsAnswer,
  status: number,
  registeredAt: Date,
): Meaning | undefined {
  if (typeof reason !== 'string') return undefined
  const isGone = status === 410 || reason === 'Unregistered'
  if (isGone && typeof timestamp === 'number' && timestamp < registeredAt.getTime()) return AGAIN
  if (INVALID_REQUEST.has(reason))
    return permanent(
      `Apple refused a part of the request (${reason})`,
      'If api_base is a gateway, check that the gateway forwards requests unchanged. Otherwise report this problem to the maintainers of Carillon.',
    )
  return MEANINGS[reason] ?? (status === 410 ? UNREGISTERED : undefined)
}
