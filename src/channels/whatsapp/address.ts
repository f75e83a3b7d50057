// The WhatsApp address of a recipient, and its form in the Cloud API.
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
  description: 'E.164, with the leading plus sign.',
  misfit: 'must be a number with its country code, such as +393331234567',
  // Remove spaces and punctuation. Replace a leading 00 with the plus sign.
  fromCell: (text) => text.replace(/[\s\u00a0().\-/]/g, '').replace(/^00/, '+'),
  testAddress: '+390000000001',
  flag: { value: '+NUMBER', description: 'WhatsApp number with its country code.' },
}

/**
 * Returns the address for an id in an inbound webhook. The id is a phone number, or the id of a person who hides their
 * number.
 */
export function addressOf(id: string): string {
  return /^\d{5,20}$/.test(id) ? `+${id}` : id
}

/** Returns the part of a request to Meta that identifies the recipient. */
export function receiverOf(address: string): { to: string } | { recipient: string } {
  return /^\+?\d+$/.test(address) ? { to: address.replace('+', '') } : { recipient: address }
}
