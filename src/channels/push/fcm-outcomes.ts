// What Firebase's answers mean: the error's own code where there is one, its status otherwise.
import type { Meaning } from '../outcomes.ts'
import { settingsFix } from '../remedies.ts'

/** An answer of FCM HTTP v1, as far as it is looked at. */
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

/** FcmError's code, else the status; undefined when the answer holds no error. */
export function fcmCode({ error }: FcmAnswer): string | undefined {
  return fcmError(error) ?? error?.status
}

/** Whatever stands between us and Firebase may have written the answer: only a list of objects is looked at. */
function detailsOf(error: FcmAnswer['error']): Detail[] {
  const details: unknown = error?.details
  return Array.isArray(details) ? details.filter((detail) => detail !== null && typeof detail === 'object') : []
}

function fcmError(error: FcmAnswer['error']): string | undefined {
  return detailsOf(error).find((detail) => String(detail['@type']).endsWith('FcmError'))?.errorCode
}

const REGISTER = { final: 'Resend the message after the app was opened again, which registers its new token.' }

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
    reason: 'the service account may not send messages of this Firebase project',
    remedies: settingsFix(
      'Turn on the Firebase Cloud Messaging API (V1), and give the account the role Firebase Cloud Messaging API Admin.',
    ),
  },
  NOT_FOUND: {
    class: 'permanent',
    reason: 'Firebase knows neither this device nor, maybe, the project',
    remedies: {
      final: "Check the connection. If it works, remove the device's token from the recipient.",
    },
  },
}

/** A token that is none names itself in the error; everything else that is invalid is our message. */
const BAD_TOKEN: Meaning = {
  class: 'recipient_gone',
  reason: "the device's token is not valid",
  remedies: REGISTER,
}
const BAD_MESSAGE: Meaning = {
  class: 'permanent',
  reason: 'Firebase refuses a part of the message',
  remedies: { final: 'Correct the part of the template that the response names, and resend the message.' },
}

/** Undefined for what every provider shares (throttling, server errors). */
export function meaningOfFcm(answer: FcmAnswer): Meaning | undefined {
  const code = fcmCode(answer)
  if (code === 'INVALID_ARGUMENT') return isAboutToken(answer.error) ? BAD_TOKEN : BAD_MESSAGE
  return code === undefined ? undefined : MEANINGS[code]
}

/** FcmError, and no field named beside the token's. */
function isAboutToken(error: FcmAnswer['error']): boolean {
  const fields = detailsOf(error).flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  return fcmError(error) !== undefined && fields.every((field) => field === 'message.token')
}

/** A quota of the one device, which says nothing about the others. */
export function isDeviceQuota({ error }: FcmAnswer): boolean {
  const violations = detailsOf(error).flatMap(({ violations = [] }) => violations)
  return violations.some(({ subject = '', description = '' }) => /device/i.test(`${subject} ${description}`))
}
