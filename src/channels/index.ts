// The list of channels: a built-in one is a folder beside this and a line here; others are added by `registerChannel`.
import type { Channel } from './contract.ts'
import { discord } from './discord/channel.ts'
import { email } from './email/channel.ts'
import { messenger } from './messenger/channel.ts'
import type { ChannelName } from './names.ts'
import { push } from './push/channel.ts'
import { sealChannels } from './registry.ts'
import { slack } from './slack/channel.ts'
import { telegram } from './telegram/channel.ts'
import { whatsapp } from './whatsapp/channel.ts'

export type { ChannelName }

/** In the order in which an omitted channel is inferred (decision 10). */
export const channels = sealChannels([email, whatsapp, telegram, push, discord, slack, messenger])

export const channelNames = channels.map(({ name }) => name)

const byName = new Map(channels.map((channel) => [channel.name, channel]))

/** Throws for a name that no channel has: such rows belong to a version that knows more channels. */
export function channelOf(name: ChannelName): Channel {
  const channel = byName.get(name)
  if (!channel) throw new Error(`There is no channel ${String(name)}.`)
  return channel
}
