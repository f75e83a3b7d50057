// The Messenger channel. Its addresses are page-scoped ids, and every message needs an open conversation window.
import { DAY } from '../../limits.ts'
import { storedAddressSupport } from '../address.ts'
import type { Channel } from '../contract.ts'
import { messengerPsid } from './address.ts'
import { graph } from './graph.ts'
import { messengerGroup } from './limits.ts'
import { messengerMisfits, messengerOwnMisfits } from './payload.ts'

declare module '../names.ts' {
  interface ChannelTypes {
    messenger: true
  }
}

export const messenger: Channel = {
  name: 'messenger',
  title: 'Messenger',
  content: 'text',
  credits: 1,
  receipts: ['delivered', 'read'],
  setUpRank: 6,
  limits: [messengerGroup],
  ...storedAddressSupport(messengerPsid),
  misfits: messengerMisfits,
  ownMisfits: messengerOwnMisfits,
  conversation: { lasts: DAY, needed: () => true },
  providers: { graph },
  failover: { refused: "a recipient's id is valid for one page only, so another page cannot send to the recipient" },
}
