// WhatsApp: phone numbers and the limits of a message.
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const whatsapp: Channel = {
  name: 'whatsapp',
  title: 'WhatsApp',
  addressField: 'recipient.whatsapp_phone',
  addressOwner: 'recipient',
  address: (recipient) => recipient.whatsapp_phone ?? undefined,
  misfits: (content) => [
    ...empty('whatsapp', content.body),
    ...tooLong('whatsapp', 'template', 'the text', content.body, 4096),
  ],
}
