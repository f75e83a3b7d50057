// The English texts of the steps of a delivery with a fallback.
import { delay } from '../../delay.ts'

export const fallbacks = {
  title: 'Steps',
  open: 'The message continues on the next channel if it does not arrive.',
  next: 'Next decision:',
  ended: {
    reached: 'Ended: an earlier step was enough.',
    last_step: 'Ended: no further step is left.',
    cancelled: 'Ended: a delivery was canceled.',
    expired: 'Ended: the message expired.',
    stopped: 'Ended: a member stopped it.',
    no_failure: 'Ended: no step failed within 72 hours.',
  },
  step: (n: number) => `Step ${n}`,
  states: { waiting: 'Waiting', started: 'Started', skipped: 'Skipped', not_needed: 'Not needed' },
  after: (minutes: number) => `Starts ${delay(minutes)} after the step before was sent`,
  afterFailure: 'Starts if the step before fails',
  unless: { delivered: 'unless it was delivered', read: 'unless it was read', acted: 'unless a button was pressed' },
  acted: 'A button was pressed.',
  stop: 'Stop',
  stopTitle: 'Stop this message?',
  stopText: 'No further step starts. Deliveries that have started are not canceled.',
  stopped: 'The message starts no further step.',
  start: 'Start next step now',
  startTitle: 'Start the next step now?',
  startText: 'The next message is sent at once and charged to the quota, or to credits if the quota is used up.',
  startTestText: 'The next message is sent at once. Test messages are free.',
  starting: 'The next step starts in a few seconds.',
}
