// The meanings of the error codes of Messenger's Send API. If a table below contains the subcode of an error, the
// subcode determines the meaning.
import { HOUR, MINUTE } from '../../limits.ts'
import type { GraphCodes } from '../meta/call.ts'
import { graphMeaning } from '../meta/codes.ts'
import { type Meaning, misconfigured, permanent, recipientGone, type Throttle } from '../outcomes.ts'
import { outage, rateLimited, repeated } from '../remedies.ts'

const retryable = (reason: string): Meaning => ({ class: 'retryable', reason, remedies: outage('Messenger') })
const gone = (reason: string): Meaning =>
  recipientGone(reason, 'Use another channel, or wait until the recipient writes to the page again.')

const WORDS = {
  token: 'page_access_token',
  rights:
    'Give the app the permission pages_messaging for this page, and create a new token. To reach people without a role in the app, the app also needs App Review.',
  sender: 'the page',
  senderSetting: 'page_id',
}

const CLOSED = permanent(
  "the 24 hours after the recipient's last message are over",
  'Use another channel, or resend the message after the recipient has written again.',
)
const NO_PERSON = gone('no person with this id has written to the page')
const NOT_RECEIVING = gone('the recipient does not receive messages from this page')
const BUSY: Throttle = {
  class: 'throttled',
  delay: MINUTE,
  scope: 'connection',
  reason: 'Messenger throttles the messages of this page',
  remedies: rateLimited('Meta'),
}

const PAGE_QUALITY = "Check Page Quality in the page's settings, and send fewer messages."

const BY_SUBCODE: Record<string, Meaning | Throttle> = {
  '4/2018022': BUSY,
  '10/2018065': CLOSED,
  '10/2018278': CLOSED,
  '10/2018108': NOT_RECEIVING,
  '200/1545041': NOT_RECEIVING,
  '551/1545041': NOT_RECEIVING,
  '10/1893063': {
    class: 'throttled',
    delay: HOUR,
    scope: 'connection',
    reason: 'Meta restricted the page for a while because of unwanted messages',
    remedies: repeated(PAGE_QUALITY, PAGE_QUALITY),
  },
  '100/2018001': NO_PERSON,
  '100/2018109': permanent(
    'the media is too large',
    'Send images up to 8 MB and other files up to 25 MB, and resend the message.',
  ),
  '100/2018047': permanent(
    'the media could not be used',
    'Correct the type or the size of the media, and resend the message.',
  ),
  '100/2018008': permanent('the media could not be fetched', 'Put the media at a public URL, and resend the message.'),
  '200/2018028': misconfigured(
    'the app may send only to its own admins and testers',
    'Request pages_messaging in App Review and publish the app, or make the recipient a tester.',
  ),
}

const BY_CODE: Record<number, Meaning | Throttle> = {
  100: permanent(
    'a part of the message is not valid',
    'Correct the part that the response names, and resend the message.',
  ),
  230: misconfigured('the app lacks the permission pages_messaging for this page', WORDS.rights),
  551: NOT_RECEIVING,
  80006: BUSY,
  1200: retryable('Messenger has a temporary problem'),
}

export const messengerCodes: GraphCodes = (error) => {
  const { code, subcode } = error
  const precise = BY_SUBCODE[`${code}/${subcode}`]
  if (precise) return precise
  return code === 100 && subcode === 33 ? graphMeaning(error, WORDS) : (BY_CODE[code] ?? graphMeaning(error, WORDS))
}
