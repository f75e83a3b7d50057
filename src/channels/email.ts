// E-mail: addresses, subject and what fits into a message.

import { sizes } from '../limits.ts'
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const email: Channel = {
  name: 'email',
  title: 'E-mail',
  addressField: 'recipient.email',
  addressOwner: 'recipient',
  address: (recipient) => recipient.email ?? undefined,
  misfits: (content) => [
    ...empty('email', content.body),
    ...tooLong('email', 'subject', 'the subject', content.subject ?? '', sizes.subject),
  ],
}
