// What the error codes of WhatsApp's Cloud API mean, and what to do about each. Codes decide; HTTP's status does not.
import { HOUR, MINUTE, SECOND } from '../limits.ts'
import type { Meaning } from './outcomes.ts'

const again = (reason: string): Meaning => ({ class: 'retryable', reason, remedy: 'Nothing; it is tried again.' })
const never = (reason: string, remedy: string): Meaning => ({ class: 'permanent', reason, remedy })
const gone = (reason: string): Meaning => ({
  class: 'recipient_gone',
  reason,
  remedy: 'Check the phone number with the recipient.',
})
const settings = (reason: string, remedy: string): Meaning => ({ class: 'misconfigured', reason, remedy })

const RENEW = 'Put a current access token into the connection.'
const RIGHTS = "Give the system user the WhatsApp permissions in Meta's business settings."
const ACCOUNT = 'Open WhatsApp Manager: the account or number needs attention there.'
const TEMPLATE = 'Compare the template with its approved version in WhatsApp Manager.'

const MEANINGS: Record<number, Meaning> = {
  0: settings('the access token is not accepted', RENEW),
  190: settings('the access token has expired', RENEW),
  1: again('WhatsApp has a problem of its own'),
  2: again('WhatsApp has a problem of its own'),
  131000: again('WhatsApp has a problem of its own'),
  131016: again('WhatsApp is overloaded'),
  131057: again('the sending number is in maintenance'),
  133004: again("WhatsApp's registration server is not available"),
  3: settings('the access token lacks a permission', RIGHTS),
  10: settings('the access token lacks a permission', RIGHTS),
  131005: settings('the access token lacks a permission', RIGHTS),
  368: settings('the account is blocked for a policy violation', ACCOUNT),
  130497: settings('the account may not message this country', ACCOUNT),
  131031: settings('the account is locked', ACCOUNT),
  131037: settings("the number's display name is not approved", ACCOUNT),
  131042: settings('there is a problem with the payment method', ACCOUNT),
  131045: settings('the number is not registered', ACCOUNT),
  133010: settings('the number is not registered', ACCOUNT),
  33: gone('the number does not exist'),
  131021: gone('the recipient is the sending number itself'),
  131026: gone("the number can't be reached on WhatsApp"),
  131030: gone("the number is not on the test account's list"),
  131047: never('the 24-hour conversation is over', 'Send an approved template.'),
  131049: never(
    'WhatsApp chose not to deliver it, to keep people from too many marketing messages',
    'Do not repeat it soon.',
  ),
  131050: never('the recipient opted out of marketing messages', 'Respect it.'),
  130472: never('the recipient is part of a WhatsApp experiment', 'Use another channel.'),
  100: never('a parameter of the message is wrong', TEMPLATE),
  131008: never('a parameter of the message is missing', TEMPLATE),
  131009: never('a parameter of the message is wrong', TEMPLATE),
  131051: never('the kind of message is not supported', TEMPLATE),
  131052: never('the media could not be fetched', "Check that the media's URL answers publicly."),
  131053: never('the media could not be used', 'Check type and size of the media.'),
  132000: never('the template takes another number of variables', TEMPLATE),
  132001: never('there is no such approved template in this language', TEMPLATE),
  132005: never('the filled template is too long', TEMPLATE),
  132007: never('the template breaks a policy', TEMPLATE),
  132012: never('a variable of the template has the wrong form', TEMPLATE),
  132015: never('the template is paused for low quality', TEMPLATE),
  132016: never('the template is disabled for low quality', TEMPLATE),
  132068: never("the template's flow is blocked", TEMPLATE),
  132069: never("the template's flow is throttled", TEMPLATE),
  135000: never('WhatsApp could not use a parameter of the message', TEMPLATE),
}

/** Undefined for a code that is not in the table; 200 to 299 are permissions. */
export function meaningOfGraphCode(code: number): Meaning | undefined {
  return (
    MEANINGS[code] ?? (code >= 200 && code < 300 ? settings('the access token lacks a permission', RIGHTS) : undefined)
  )
}

/** How long, milliseconds, and for whom a throttling code asks to wait. */
const THROTTLES: Record<number, { wait: number; scope: 'connection' | 'recipient' }> = {
  4: { wait: MINUTE, scope: 'connection' },
  80007: { wait: MINUTE, scope: 'connection' },
  130429: { wait: 5 * SECOND, scope: 'connection' },
  131048: { wait: HOUR, scope: 'connection' },
  131056: { wait: 10 * SECOND, scope: 'recipient' },
}

export function throttleOfGraphCode(code: number): { wait: number; scope: 'connection' | 'recipient' } | undefined {
  return THROTTLES[code]
}
