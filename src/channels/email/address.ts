// The email address of a recipient.
import { sizes } from '../../limits.ts'
import type { AddressOf } from '../address.ts'

declare module '../address.ts' {
  interface AddressFields {
    email: 'requested'
  }
}

export const emailAddress: AddressOf<'email'> = {
  field: 'email',
  kind: 'requested',
  channel: 'email',
  label: { en: 'Email address', it: 'Indirizzo email' },
  format: { format: 'email', maxLength: sizes.email },
  example: 'ada@example.com',
  ignoresCase: true,
  misfit: 'is not an email address',
}
