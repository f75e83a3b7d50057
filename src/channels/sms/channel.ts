// The SMS channel. Every provider sends the same text: the body with a short link for each button.
import { storedAddressSupport } from '../address.ts'
import type { Channel } from '../contract.ts'
import { whatsappPhone } from '../whatsapp/address.ts'
import { phone } from './address.ts'
import { httpGateway } from './http/http.ts'
import { smsGroup } from './limits.ts'
import { segmentsOf } from './segments.ts'
import { telnyx } from './telnyx.ts'
import { contentSegments, smsMisfits, smsText } from './text.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    sms: true
  }
}

export const sms: Channel = {
  name: 'sms',
  title: 'SMS',
  content: 'text',
  credits: 10,
  receipts: ['delivered'],
  optOuts: 'all',
  bounces: true,
  shortLinks: true,
  inferred: 'last',
  setUpRank: 7,
  limits: [smsGroup],
  ...storedAddressSupport(phone),
  substitute: (recipient) => recipient[whatsappPhone.field] ?? undefined,
  misfits: smsMisfits,
  segments: contentSegments,
  async shown(message) {
    const text = smsText(message)
    return { text, segments: segmentsOf(text) }
  },
  providers: { twilio, vonage, telnyx, http: httpGateway },
  failover: 'any',
}
