// Messenger: page-scoped ids and the limits of a message.
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const messenger: Channel = {
  name: 'messenger',
  title: 'Messenger',
  addressField: "the stored recipient's messenger_psid",
  addressOwner: 'recipient',
  address: (recipient) => recipient.messenger_psid ?? undefined,
  misfits: (content) => [
    ...empty('messenger', content.body),
    ...tooLong('messenger', 'template', 'the text', content.body, 2000),
  ],
}
