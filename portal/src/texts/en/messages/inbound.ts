// What providers sent, in English.
import { count } from '../numbers.ts'

export const inbound = {
  title: 'From providers',
  one: 'Request of a provider',
  text: 'What providers sent in the last seven days: receipts, replies, taps. What could not be taken is kept until it can be.',
  state: 'State',
  states: { set_aside: 'Set aside', unreadable: 'Not all read', waiting: 'Waiting', done: 'Taken' },
  channel: 'Channel',
  source: 'Source',
  sourceOf: (id: number) => `Source ${id}`,
  request: 'Request',
  received: 'Received',
  details: 'Details',
  none: 'Nothing came yet',
  noneText:
    'When a provider reports what became of a message, or somebody answers one, the request stands here. Each connection shows the address it comes to.',
  noneMatch: 'No such request',
  noneMatchText: 'Take a filter away to see the others.',
  attempts: (n: number) => count(n, 'attempt', 'attempts'),
  problems: {
    set_aside: 'It failed at every attempt',
    unreadable: 'Parts of it mean nothing here; the rest was taken',
    waiting: 'The last attempt failed',
    done: 'It was taken',
  },
  again: 'The next attempt is',
  apply: 'Take it again',
  applyHint:
    'Do this once the cause is mended: settings, a master key that is back, a newer version. What was taken is not taken twice.',
  applying: 'It is being taken again',
  body: 'Body, as it came',
  toRequests: 'What came there',
}
