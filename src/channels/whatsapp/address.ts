// A person on WhatsApp: as recipients hold them, and as requests and notices of the Cloud API name them.
import { lengths } from '../../limits.ts'
import type { AddressOf } from '../address.ts'

declare module '../address.ts' {
  interface AddressFields {
    whatsapp_phone: 'requested'
  }
}

export const whatsappPhone: AddressOf<'whatsapp_phone'> = {
  field: 'whatsapp_phone',
  kind: 'requested',
  channel: 'whatsapp',
  label: { en: 'WhatsApp number', it: 'Numero WhatsApp' },
  format: { pattern: '^\\+[1-9]\\d{6,14}$', examples: ['+393331234567'], maxLength: lengths.whatsappPhone },
  example: '+393331234567',
  description: 'E.164, with the leading plus.',
  misfit: 'must be a number with its country, such as +393331234567',
  // Spaces, dots, dashes and brackets mean nothing, and 00 is the plus.
  fromCell: (text) => text.replace(/[\s\u00a0().\-/]/g, '').replace(/^00/, '+'),
  testAddress: '+390000000001',
  flag: { value: '+NUMBER', description: 'WhatsApp number with its country.' },
}

/** From a notice: a phone number in E.164, or the id of a person who shows no number to businesses, as it is. */
export function addressOf(id: string): string {
  return /^\d{5,20}$/.test(id) ? `+${id}` : id
}

/** The part of a request that says whom it is for. */
export function receiverOf(address: string): { to: string } | { recipient: string } {
  return /^\+?\d+$/.test(address) ? { to: address.replace('+', '') } : { recipient: address }
}
