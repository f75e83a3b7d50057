// The limits of an SMS.
import { characters, group, items, time } from '../../limit-group.ts'
import { SECOND } from '../../limits.ts'

export const smsLimits = {
  /** Twilio has the lowest limit of the supported providers: 1,600 characters. */
  text: 1600,
  /**
   * `segments` is the default of the setting `max_segments`, and `mostSegments` is its maximum. Telnyx accepts at most
   * ten segments.
   */
  segments: 6,
  mostSegments: 10,
  /** Maximum time that the request for a monthly report waits until another report is complete. */
  reportPatience: 15 * SECOND,
} as const

export const smsGroup = group('Messages by SMS', smsLimits, {
  text: characters('the text with the links of buttons, after variables are filled in', '422 on `template`'),
  segments: items('segments of a message, unless the connection sets another `max_segments`', '422 on `template`'),
  mostSegments: items('`max_segments` of a connection'),
  reportPatience: time('the time that a report of the SMS of a month waits for another report, in each process', '503'),
})
