// What the error codes of Messenger's Send API mean, and what to do about each; a subcode says more than its code.
import { HOUR, MINUTE } from '../limits.ts'
import type { GraphCodes, Throttle } from './graph-call.ts'
import { graphMeaning } from './graph-codes.ts'
import type { Meaning } from './outcomes.ts'

const again = (reason: string): Meaning => ({ class: 'retryable', reason, remedy: 'Nothing; it is tried again.' })
const never = (reason: string, remedy: string): Meaning => ({ class: 'permanent', reason, remedy })
const gone = (reason: string): Meaning => ({
  class: 'recipient_gone',
  reason,
  remedy: 'Nobody is written to here until the person writes to the page again.',
})
const settings = (reason: string, remedy: string): Meaning => ({ class: 'misconfigured', reason, remedy })

const WORDS = {
  token: 'page_access_token',
  rights: 'Give the app pages_messaging for this page (App Review for people outside the app), and make a new token.',
  sender: 'the page',
  senderSetting: 'page_id',
}

const CLOSED = never(
  "the 24 hours after the recipient's last message are over",
  'Wait until the person writes again, or use another channel.',
)
const NO_PERSON = gone('nobody with this id has written to the page')
const NOT_RECEIVING = gone('the person does not receive messages of this page')
const BUSY: Throttle = {
  class: 'throttled',
  wait: MINUTE,
  scope: 'connection',
  reason: 'Messenger wants fewer messages of this page',
  remedy: 'Nothing; sending goes on when the pause is over.',
}

const BY_SUBCODE: Record<string, Meaning | Throttle> = {
  '4/2018022': BUSY,
  '10/2018065': CLOSED,
  '10/2018278': CLOSED,
  '10/2018108': NOT_RECEIVING,
  '200/1545041': NOT_RECEIVING,
  '551/1545041': NOT_RECEIVING,
  '10/1893063': {
    class: 'throttled',
    wait: HOUR,
    scope: 'connection',
    reason: 'the page is restricted for a while, for messages that people did not want',
    remedy: "Look at Page Quality in the page's settings, and send less.",
  },
  '100/2018001': NO_PERSON,
  '100/2018109': never('the media is too large', 'Send images up to 8 MB and other files up to 25 MB.'),
  '100/2018047': never('the media could not be used', 'Check the type and size of the media.'),
  '100/2018008': never('the media could not be fetched', "Check that the media's URL answers publicly."),
  '200/2018028': settings(
    'the app may write to its own admins and testers only',
    'Have pages_messaging approved by App Review and publish the app, or make the recipient a tester.',
  ),
}

const BY_CODE: Record<number, Meaning | Throttle> = {
  100: never('a part of the message is wrong', 'Read the response, mend the template and resend.'),
  230: settings('the app lacks pages_messaging for this page', WORDS.rights),
  551: NOT_RECEIVING,
  80006: BUSY,
  1200: again('Messenger could not send it just now'),
}

export const messengerCodes: GraphCodes = (error) => {
  const { code, subcode } = error
  const precise = BY_SUBCODE[`${code}/${subcode}`]
  if (precise) return precise
  return code === 100 && subcode === 33 ? graphMeaning(error, WORDS) : (BY_CODE[code] ?? graphMeaning(error, WORDS))
}
