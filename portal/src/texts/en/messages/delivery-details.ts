// The English texts of the details of one delivery: its preview, its request and the changes by members.
import { count } from '../numbers.ts'

export const deliveryDetails = {
  tabs: { preview: 'Preview', text: 'Text', variables: 'Variables', request: 'Request' },
  views: 'Views of the message',
  messageAhead: 'Message as it will be sent',
  previewAhead: 'Buttons and links work only in the message that the recipient gets.',
  previewEnded: 'Composed again from the stored text, with the present branding. Buttons and links do not work here.',
  variable: 'Variable',
  value: 'Value',
  noVariables: 'The request had no variables.',
  data: 'Data for the Liquid template',
  request: 'Request',
  requestText:
    'A request that sends the same message again. Carillon rebuilt it from the stored message, so it can differ from the original request. The fields limit, digest, fallback and repeat, the idempotency key and the bytes of files are missing.',
  requestMasked: 'Values that viewers may not see are masked.',
  copyCurl: 'Copy as curl',
  sentWith: 'Sent with the API key',
  keyName: (name: string | null, hint: string) => (name === null ? `…${hint}` : `${name} (…${hint})`),
  key: 'API key',
  delivery: (id: number) => `Delivery ${id}`,
  resentFrom: (name: string) => `Resent by ${name}`,
  resentBy: (name: string) => `Resent by ${name}`,
  rescheduledBy: (name: string) => `Rescheduled by ${name}`,
  sentNowBy: (name: string) => `Sent during quiet hours by ${name}`,
  cancelledBy: (name: string) => `Canceled by ${name}`,
  from: 'From',
  to: 'To',
  resendOf: 'Resend of',
  resentAs: 'Resent as',
}

export const quietHoursWait = {
  sendNow: 'Send now',
  askTitle: 'Send the message during quiet hours?',
  askText: (name: string) => `The message to ${name} no longer waits. Its later attempts ignore quiet hours too.`,
  keep: 'Keep waiting',
  sent: 'Message no longer waits',
}

export const digest = {
  title: 'Digest',
  key: 'Key',
  messages: (items: number) => count(items, 'message', 'messages'),
  collecting: 'Collecting until',
  closed: 'Closed',
  openText:
    'Messages with this key join the digest. It is sent as one message when no message has joined it for the waiting time.',
  closedText: 'No more messages join this digest. These messages are one delivery.',
  firstMessage: 'First message of the digest',
  firstMessageText: 'The message that will be sent is composed of all collected messages when the digest closes.',
  message: (position: number) => `Message ${position}`,
  more: (items: number) => `${count(items, 'more message', 'more messages')} are counted and not listed.`,
  sendNow: 'Send now',
  sendTitle: 'Send this digest now?',
  sendText: 'The collected messages are sent as one message. Later messages with this key open another digest.',
  keep: 'Keep collecting',
  sent: 'Digest closed',
}

export const digestSamples = {
  items: 'Messages of a digest',
  hint: 'A JSON list of sample messages with vars and data. The template reads them as items.',
  invalid: 'This is not a valid JSON list of objects.',
  fill: 'Insert an example',
}
