// What the error codes of WhatsApp's Cloud API mean, and what to do about each. Codes decide; HTTP's status does not.
import { HOUR, MINUTE, SECOND } from '../../limits.ts'
import type { GraphCodes, Throttle } from '../meta/call.ts'
import { graphMeaning } from '../meta/codes.ts'
import { type Meaning, misconfigured, permanent, recipientGone } from '../outcomes.ts'
import { outage, type RepeatedRemedies, rateLimited, repeated } from '../remedies.ts'

const again = (reason: string): Meaning => ({ class: 'retryable', reason, remedies: outage('WhatsApp') })
const gone = (reason: string, final = 'Check the phone number with the recipient.'): Meaning =>
  recipientGone(reason, final)
const fewer = (delay: number, scope: Throttle['scope'], reason: string, remedies: RepeatedRemedies): Throttle => ({
  class: 'throttled',
  delay,
  scope,
  reason,
  remedies,
})

const WAIT = rateLimited('Meta')
const QUALITY = 'Check the quality of the number in WhatsApp Manager, and send only to people who expect your messages.'
const RIGHTS =
  "Give the system user whatsapp_business_messaging and whatsapp_business_management in Meta's business settings, and make a new token."
const ACCOUNT = 'Open WhatsApp Manager: the account or number needs attention there.'
const TEMPLATE = 'Compare the template with its approved version in WhatsApp Manager, and resend the message.'
const ANOTHER = 'Use another channel for this recipient.'

const WORDS = {
  token: 'access_token',
  rights: RIGHTS,
  sender: 'the sending number',
  senderSetting: 'phone_number_id',
}

const MEANINGS: Record<number, Meaning | Throttle> = {
  80007: fewer(MINUTE, 'connection', 'WhatsApp wants fewer calls of this account', WAIT),
  130429: fewer(5 * SECOND, 'connection', 'WhatsApp wants fewer messages a second of this number', WAIT),
  131048: fewer(
    HOUR,
    'connection',
    'WhatsApp wants fewer messages of this number: too many were blocked or reported',
    repeated(QUALITY, QUALITY),
  ),
  131056: fewer(10 * SECOND, 'recipient', 'WhatsApp wants fewer messages to this recipient at a time', WAIT),
  131000: again('WhatsApp has a problem of its own'),
  131016: again('WhatsApp is overloaded'),
  131057: again('the sending number is in maintenance'),
  133004: again("WhatsApp's registration server is not available"),
  131005: misconfigured('the access token lacks a permission', RIGHTS),
  130497: misconfigured('the account may not message people in this country', ACCOUNT),
  131031: misconfigured('the account is locked', ACCOUNT),
  131037: misconfigured("the number's display name is not approved", ACCOUNT),
  131042: misconfigured('there is a problem with the payment method', ACCOUNT),
  131045: misconfigured('the number has no valid certificate', ACCOUNT),
  133010: misconfigured(
    'the number is not registered with the Cloud API',
    'Register it: POST /<phone_number_id>/register with its two-step PIN.',
  ),
  131021: gone('the recipient is the sending number itself'),
  131026: gone(
    "the number can't be reached on WhatsApp: it has no account, an old app, or has not accepted the terms",
    'Ask the recipient to open and update WhatsApp, or check the number.',
  ),
  131030: gone(
    "the number is not on the test account's list",
    "Add it in the app's WhatsApp settings, or use a number of your own to send.",
  ),
  131047: permanent('the 24-hour conversation is over', 'Resend the message with an approved template.'),
  131049: permanent(
    'WhatsApp chose not to deliver it, to keep people from too many marketing messages',
    'Wait a day before you send it again, or use another channel.',
  ),
  131050: permanent('the recipient stopped marketing messages from this business', ANOTHER),
  130472: permanent('the recipient is part of a WhatsApp experiment', ANOTHER),
  100: permanent('a parameter of the message is wrong', TEMPLATE),
  131008: permanent('a parameter of the message is missing', TEMPLATE),
  131009: permanent('a parameter of the message has a wrong value', TEMPLATE),
  131051: permanent('the kind of message is not supported', ANOTHER),
  131052: permanent(
    'the media could not be fetched',
    'Put the media at a URL that the internet reaches, and resend the message.',
  ),
  131053: permanent(
    'the media could not be used',
    'Use JPEG or PNG up to 5 MB, MP4 up to 16 MB or a document up to 100 MB, with the right content type. Then resend the message.',
  ),
  132000: permanent('the template takes another number of variables', TEMPLATE),
  132001: permanent(
    'there is no such approved template in this language',
    'Check name and language, and resend the message once the template is approved.',
  ),
  132005: permanent('the filled template is too long', 'Shorten the variables, and resend the message.'),
  132007: permanent('the template breaks a policy of WhatsApp', TEMPLATE),
  132012: permanent('a variable of the template has the wrong form', TEMPLATE),
  132015: permanent(
    'the template is paused for low quality',
    'Edit the template in WhatsApp Manager, or wait until its pause ends. Then resend the message.',
  ),
  132016: permanent('the template is disabled for low quality', 'Create another template, and send that.'),
  132068: permanent("the template's flow is blocked", TEMPLATE),
  132069: permanent("the template's flow is throttled", TEMPLATE),
  135000: permanent('WhatsApp could not use a parameter of the message', TEMPLATE),
}

/** The same table for an answer and for a status that is told later. */
export const whatsappCodes: GraphCodes = (error) =>
  // A sender that does not exist says 100 too, with a subcode of its own.
  error.code === 100 && error.subcode === 33
    ? graphMeaning(error, WORDS)
    : (MEANINGS[error.code] ?? graphMeaning(error, WORDS))
