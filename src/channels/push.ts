// Push: registered devices and the limits of a notification.
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const push: Channel = {
  name: 'push',
  title: 'Push',
  addressField: "the stored recipient's push devices",
  addressOwner: 'recipient',
  address: (recipient) => (recipient.push.length > 0 ? `devices:${recipient.id}` : undefined),
  misfits: (content) => [
    ...empty('push', content.body),
    ...tooLong('push', 'template', 'the text', content.body, 2000),
  ],
}
