// The phone number of a recipient for SMS. A WhatsApp number identifies the same person.
import { lengths } from '../../limits.ts'
import type { AddressOf } from '../address.ts'
import { whatsappPhone } from '../whatsapp/address.ts'

declare module '../address.ts' {
  interface AddressFields {
    phone: 'requested'
  }
}

const { field: whatsappField, format, fromCell, misfit } = whatsappPhone

export const phone: AddressOf<'phone'> = {
  field: 'phone',
  kind: 'requested',
  channel: 'sms',
  label: { en: 'Phone number', it: 'Numero di telefono' },
  format: { ...format, maxLength: lengths.phone },
  example: '+393331234567',
  description: `The number for SMS: E.164, with the leading plus sign. It also finds a recipient with this \`${whatsappField}\`.`,
  ...(misfit === undefined ? {} : { misfit }),
  ...(fromCell ? { fromCell } : {}),
  testAddress: '+390000000001',
  flag: { value: '+NUMBER', description: 'Phone number with its country code, for SMS.' },
  sharesValuesWith: whatsappField,
}
