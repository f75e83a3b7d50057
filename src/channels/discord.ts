// Discord: a channel's webhook; 2000 characters and no buttons (specification, Channel behaviour notes).
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const discord: Channel = {
  name: 'discord',
  title: 'Discord',
  addressField: "the source's Discord connection",
  addressOwner: 'connection',
  address: (_recipient, settings) => (settings ? 'channel' : undefined),
  misfits: (content) => [
    ...(content.own?.embeds === undefined ? empty('discord', content.body) : []),
    ...tooLong('discord', 'template', 'the text', content.body, 2000),
    ...(content.actions.length > 0 ? [{ field: 'actions', message: 'discord has no buttons; leave actions out' }] : []),
  ],
}
