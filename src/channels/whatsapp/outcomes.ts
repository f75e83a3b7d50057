// The meanings of the error codes of WhatsApp's Cloud API. The error code determines the meaning, not the HTTP status.
import { HOUR, MINUTE, SECOND } from '../../limits.ts'
import type { GraphCodes } from '../meta/call.ts'
import { graphMeaning } from '../meta/codes.ts'
import { type Meaning, misconfigured, permanent, recipientGone, type Throttle } from '../outcomes.ts'
import { outage, type RepeatedRemedies, rateLimited, repeated } from '../remedies.ts'

const retryable = (reason: string): Meaning => ({ class: 'retryable', reason, remedies: outage('WhatsApp') })
const gone = (reason: string, final = 'Check the phone number with the recipient.'): Meaning =>
  recipientGone(reason, final)
const throttled = (delay: number, scope: Throttle['scope'], reason: string, remedies: RepeatedRemedies): Throttle => ({
  class: 'throttled',
  delay,
  scope,
  reason,
  remedies,
})

const WAIT = rateLimited('Meta')
const QUALITY = 'Check the quality of the number in WhatsApp Manager, and send only to people who expect your messages.'
const RIGHTS =
  "In Meta's business settings, give the system user the permissions whatsapp_business_messaging and whatsapp_business_management. Then create a new token."
const ACCOUNT = 'Open WhatsApp Manager, which shows the problem of the account or number.'
const TEMPLATE = 'Compare the template with its approved version in WhatsApp Manager, and resend the message.'
const ANOTHER = 'Use another channel for this recipient.'

const WORDS = {
  token: 'access_token',
  rights: RIGHTS,
  sender: 'the sending number',
  senderSetting: 'phone_number_id',
}

const MEANINGS: Record<number, Meaning | Throttle> = {
  80007: throttled(MINUTE, 'connection', 'WhatsApp throttles the calls of this account', WAIT),
  130429: throttled(5 * SECOND, 'connection', 'WhatsApp throttles the messages per second of this number', WAIT),
  131048: throttled(
    HOUR,
    'connection',
    'WhatsApp throttles this number, because recipients blocked or reported too many messages',
    repeated(QUALITY, QUALITY),
  ),
  131056: throttled(10 * SECOND, 'recipient', 'WhatsApp throttles the messages to this recipient', WAIT),
  131000: retryable('WhatsApp has an internal error'),
  131016: retryable('WhatsApp is overloaded'),
  131057: retryable('the sending number is in maintenance'),
  133004: retryable("WhatsApp's registration server is not available"),
  131005: misconfigured('the access token lacks a permission', RIGHTS),
  130497: misconfigured('the account may not send messages to this country', ACCOUNT),
  131031: misconfigured('the account is locked', ACCOUNT),
  131037: misconfigured("the number's display name is not approved", ACCOUNT),
  131042: misconfigured('there is a problem with the payment method', ACCOUNT),
  131045: misconfigured('the number has no valid certificate', ACCOUNT),
  133010: misconfigured(
    'the number is not registered with the Cloud API',
    'Register the number: send POST /<phone_number_id>/register with its two-step PIN.',
  ),
  131021: gone('the recipient is the sending number itself'),
  131026: gone(
    'the number cannot be reached on WhatsApp: it has no account, uses an old version of the app, or has not accepted the terms',
    'Ask the recipient to open and update WhatsApp, or check the number.',
  ),
  131030: gone(
    "the number is not on the test account's list of permitted numbers",
    "Add the number in the app's WhatsApp settings, or send from your own number.",
  ),
  131047: permanent('the 24-hour conversation window is closed', 'Resend the message with an approved template.'),
  131049: permanent(
    'WhatsApp did not deliver the message, because it limits marketing messages per person',
    'Wait a day before you send it again, or use another channel.',
  ),
  131050: permanent('the recipient opted out of marketing messages from this business', ANOTHER),
  130472: permanent('the recipient is part of a WhatsApp experiment', ANOTHER),
  100: permanent('a parameter of the message is not valid', TEMPLATE),
  131008: permanent('a parameter of the message is missing', TEMPLATE),
  131009: permanent('a parameter of the message has a wrong value', TEMPLATE),
  131051: permanent('the kind of message is not supported', ANOTHER),
  131052: permanent('the media could not be fetched', 'Put the media at a public URL, and resend the message.'),
  131053: permanent(
    'the media could not be used',
    'Use JPEG or PNG up to 5 MB, MP4 up to 16 MB or a document up to 100 MB, with the correct content type. Then resend the message.',
  ),
  132000: permanent('the template requires a different number of variables', TEMPLATE),
  132001: permanent(
    'the approved template does not exist in this language',
    'Check the name and the language, and resend the message after the template is approved.',
  ),
  132005: permanent('the filled template is too long', 'Shorten the variables, and resend the message.'),
  132007: permanent('the template violates a policy of WhatsApp', TEMPLATE),
  132012: permanent('a variable of the template has the wrong format', TEMPLATE),
  132015: permanent(
    'the template is paused for low quality',
    'Edit the template in WhatsApp Manager, or wait until its pause ends. Then resend the message.',
  ),
  132016: permanent('the template is disabled for low quality', 'Create another template, and send it.'),
  132068: permanent("the template's flow is blocked", TEMPLATE),
  132069: permanent("the template's flow is throttled", TEMPLATE),
  135000: permanent('WhatsApp could not use a parameter of the message', TEMPLATE),
}

/** Returns the meaning of an error. The error may be in an answer, or in a status that Meta sends later. */
export const whatsappCodes: GraphCodes = (error) =>
  // Code 100 with the subcode 33 means that the sender does not exist.
  error.code === 100 && error.subcode === 33
    ? graphMeaning(error, WORDS)
    : (MEANINGS[error.code] ?? graphMeaning(error, WORDS))
