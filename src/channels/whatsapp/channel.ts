// The WhatsApp channel: approved templates and free-form messages.
import { DAY } from '../../limits.ts'
import { storedAddressSupport } from '../address.ts'
import type { Channel, Content, Misfit } from '../contract.ts'
import { asTemplateMisfits } from '../text/own-content.ts'
import { whatsappPhone } from './address.ts'
import { cloudApi } from './cloud-api.ts'
import { whatsappGroup } from './limits.ts'
import { whatsappOwnMisfits } from './own.ts'
import { sessionMisfits } from './session.ts'
import { templateMisfits } from './template.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    whatsapp: true
  }
}

export const whatsapp: Channel = {
  name: 'whatsapp',
  title: 'WhatsApp',
  content: 'text',
  credits: 3,
  account: 'whatsapp',
  receipts: ['delivered', 'read'],
  optOuts: 'advertising',
  setUpRank: 5,
  limits: [whatsappGroup],
  ...storedAddressSupport(whatsappPhone),
  misfits,
  ownMisfits: whatsappOwnMisfits,
  conversation: { lasts: DAY, needed: (own) => own?.template === undefined },
  providers: { cloud_api: cloudApi },
  // A conversation belongs to one number. The numbers of one account have the same approved templates.
  failover: {
    may: (own, first, other) =>
      own?.template !== undefined && first.waba_id !== undefined && first.waba_id === other.waba_id,
  },
}

function misfits(content: Content): Misfit[] {
  const wrong = whatsappOwnMisfits(content.own ?? {}, true)
  if (wrong.length > 0) return asTemplateMisfits(wrong)
  return content.own?.template === undefined ? sessionMisfits(content) : templateMisfits(content)
}
