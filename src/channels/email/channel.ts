// Email: addresses, and what fits a message.
import { sizes } from '../../limits.ts'
import type { Channel } from '../contract.ts'
import { empty, tooLong } from '../text-length.ts'
import { smtp } from './smtp.ts'

export const email: Channel = {
  name: 'email',
  title: 'Email',
  addressField: 'recipient.email',
  addressOwner: 'recipient',
  address: (recipient) => recipient.email ?? undefined,
  titled: true,
  misfits: (content) => [
    ...empty('email', content.body),
    ...tooLong('email', 'template', 'the text', content.body, sizes.emailText),
    ...tooLong('email', 'subject', 'the subject', content.subject ?? '', sizes.subject),
  ],
  providers: { smtp },
  failover: 'any',
}
