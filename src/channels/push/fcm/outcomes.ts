// The meanings of Firebase's errors. If an error has an FCM error code, the meaning depends on this code and not on the
// status.
import type { Meaning } from '../../outcomes.ts'
import { settingsFix } from '../../remedies.ts'

/** The fields of an FCM HTTP v1 answer that this module reads. */
export interface FcmAnswer {
  name?: string
  error?: {
    code?: number
    status?: string
    message?: string
    details?: Detail[]
  }
}

interface Detail {
  '@type'?: string
  errorCode?: string
  fieldViolations?: { field?: string; description?: string }[]
  violations?: { subject?: string; description?: string }[]
}

/**
 * Returns the FCM error code. If there is no code, returns the status in the error. Returns undefined if the answer has
 * no error.
 */
export function fcmCode({ error }: FcmAnswer): string | undefined {
  return fcmError(error) ?? error?.status
}

/** Returns the error's details. Ignores values that are not objects, because a proxy may have written the answer. */
function detailsOf(error: FcmAnswer['error']): Detail[] {
  const details: unknown = error?.details
  return Array.isArray(details) ? details.filter((detail) => detail !== null && typeof detail === 'object') : []
}

function fcmError(error: FcmAnswer['error']): string | undefined {
  return detailsOf(error).find((detail) => String(detail['@type']).endsWith('FcmError'))?.errorCode
}

const REGISTER = {
  final: 'Resend the message after the recipient has opened the app again, which registers a new token.',
}

const MEANINGS: Record<string, Meaning> = {
  UNREGISTERED: { class: 'recipient_gone', reason: 'the app was removed from the device', remedies: REGISTER },
  SENDER_ID_MISMATCH: {
    class: 'permanent',
    reason: "the device's token belongs to another Firebase project",
    remedies: { final: 'Use the service account of the project that the app is built with, and resend the message.' },
  },
  THIRD_PARTY_AUTH_ERROR: {
    class: 'misconfigured',
    reason: 'Firebase has no valid APNs key or VAPID key for this kind of device',
    remedies: settingsFix(
      'Upload the APNs key (or the web push certificate) in the Firebase console, Project settings, Cloud Messaging.',
    ),
  },
  UNAUTHENTICATED: {
    class: 'misconfigured',
    reason: 'Firebase does not accept the service account',
    remedies: settingsFix('Put the JSON file of a current key of the service account into the connection.'),
  },
  PERMISSION_DENIED: {
    class: 'misconfigured',
    reason: 'the service account may not send messages for this Firebase project',
    remedies: settingsFix(
      'Turn on the Firebase Cloud Messaging API (V1), and give the account the role Firebase Cloud Messaging API Admin.',
    ),
  },
  NOT_FOUND: {
    class: 'permanent',
    reason: 'Firebase does not know the device or the project',
    remedies: {
      final: "Check the connection. If it works, remove the device's token from the recipient.",
    },
  },
}

/**
 * The meaning of INVALID_ARGUMENT if the error names the token as the only invalid field, or names no field. If the
 * error names another field, the meaning is `BAD_MESSAGE`.
 */
const BAD_TOKEN: Meaning = {
  class: 'recipient_gone',
  reason: "the device's token is not valid",
  remedies: REGISTER,
}
const BAD_MESSAGE: Meaning = {
  class: 'permanent',
  reason: 'Firebase refused a part of the message',
  remedies: { final: 'Correct the part of the template that the response names, and resend the message.' },
}

/** Returns the meaning of an error that Firebase defines. Returns undefined for throttling and server errors. */
export function meaningOfFcm(answer: FcmAnswer): Meaning | undefined {
  const code = fcmCode(answer)
  if (code === 'INVALID_ARGUMENT') return isAboutToken(answer.error) ? BAD_TOKEN : BAD_MESSAGE
  return code === undefined ? undefined : MEANINGS[code]
}

/** Returns whether the error is an FcmError that names no invalid field, or names only the token as invalid. */
function isAboutToken(error: FcmAnswer['error']): boolean {
  const fields = detailsOf(error).flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  return fcmError(error) !== undefined && fields.every((field) => field === 'message.token')
}

/** Returns whether only the quota of one device is exceeded. */
export function isDeviceQuota({ error }: FcmAnswer): boolean {
  const violations = detailsOf(error).flatMap(({ violations = [] }) => violations)
  return violations.some(({ subject = '', description = '' }) => /device/i.test(`${subject} ${description}`))
}
