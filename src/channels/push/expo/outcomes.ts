// The meanings of the errors in the answers, tickets and receipts of Expo.
import { type Meaning, misconfigured, permanent, recipientGone } from '../../outcomes.ts'
import { repeated } from '../../remedies.ts'

const REGISTER = 'Resend the message after the recipient has opened the app again, which registers a new token.'

const RESEND = repeated('Wait a few minutes.')

/** Meanings of the errors of one notification, in a ticket or in a receipt. */
const OF_A_NOTIFICATION: Record<string, Meaning> = {
  DeviceNotRegistered: recipientGone(
    'the app was removed from the device, or its notifications were turned off',
    REGISTER,
  ),
  MessageTooBig: permanent('the notification is too large for Expo', 'Shorten the template, and resend the message.'),
  MismatchSenderId: misconfigured(
    'the FCM credentials in Expo belong to another Firebase project than the app',
    'Upload the FCM credentials of the Firebase project that the app is built with ("eas credentials").',
  ),
  InvalidCredentials: misconfigured(
    'the push credentials in Expo are missing or not valid',
    'Renew the push credentials of the app in Expo ("eas credentials").',
  ),
  InvalidProviderToken: misconfigured(
    'the Apple key in Expo is not valid',
    'Renew the Apple key of the app in Expo ("eas credentials").',
  ),
  DeveloperError: misconfigured(
    'Apple or Google refused the notification because of the credentials or settings of the app in Expo',
    'Read the response, and correct the credentials of the app in Expo ("eas credentials").',
  ),
  ProviderError: { class: 'retryable', reason: 'Apple or Google reported an error to Expo', remedies: RESEND },
  ExpoError: { class: 'retryable', reason: 'Expo reported an internal error', remedies: RESEND },
}

const UNKNOWN = permanent('Expo refused the notification', 'Read the response, and resend the message.')

const TOO_MANY = permanent(
  'Expo received too many items in one request',
  'If api_base is a gateway, check that the gateway forwards requests unchanged. Otherwise report this problem to the maintainers of Carillon.',
)

/** Meanings of the errors of a whole request. */
const OF_A_REQUEST: Record<string, Meaning> = {
  UNAUTHORIZED: misconfigured(
    'Expo does not accept the access token, or requires one',
    'Create an access token in your Expo account, and put it into the connection.',
  ),
  PUSH_TOO_MANY_EXPERIENCE_IDS: misconfigured(
    'Expo received devices of several Expo projects in one request, and did not name the projects',
    'If api_base is a gateway, let the gateway forward the whole answer of Expo.',
  ),
  VALIDATION_ERROR: permanent(
    'Expo refused a part of the notification',
    'Correct the part of the template that the response names, and resend the message.',
  ),
  PUSH_TOO_MANY_NOTIFICATIONS: TOO_MANY,
  PUSH_TOO_MANY_RECEIPTS: TOO_MANY,
}

/** Errors that only some notifications of a request cause. Without these notifications, Expo accepts the request. */
const CAUSED_BY_SOME = new Set(['VALIDATION_ERROR', 'PUSH_TOO_MANY_EXPERIENCE_IDS', 'PUSH_TOO_MANY_NOTIFICATIONS'])

/** Returns the meaning of an error in a ticket or receipt. */
export function meaningOfNotification(code: string | undefined): Meaning {
  return OF_A_NOTIFICATION[code ?? ''] ?? UNKNOWN
}

/** Returns the meaning of an error of a whole request. Returns undefined for throttling and server errors. */
export function meaningOfRequest(code: string | undefined): Meaning | undefined {
  return OF_A_REQUEST[code ?? '']
}

export function isCausedBySome(code: string | undefined): boolean {
  return CAUSED_BY_SOME.has(code ?? '')
}
