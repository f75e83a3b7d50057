// Messenger: people by their page-scoped id, and the day in which a page may answer them.
import { DAY } from '../../limits.ts'
import type { Channel } from '../contract.ts'
import { graph } from './graph.ts'
import { messengerMisfits, messengerOwnMisfits } from './payload.ts'

export const messenger: Channel = {
  name: 'messenger',
  title: 'Messenger',
  addressField: "the stored recipient's messenger_psid",
  addressOwner: 'recipient',
  address: (recipient) => recipient.messenger_psid ?? undefined,
  misfits: messengerMisfits,
  ownMisfits: messengerOwnMisfits,
  conversation: { lasts: DAY, needed: () => true },
  providers: { graph },
  failover: { refused: 'people are known by an id of one page: another page cannot write to it' },
}
