// The list of channels. Each built-in channel has a folder here and an entry in the list. `registerChannel` adds other
// channels.
import type { Channel } from './contract.ts'
import { discord } from './discord/channel.ts'
import { email } from './email/channel.ts'
import { messenger } from './messenger/channel.ts'
import type { ChannelName } from './names.ts'
import { push } from './push/channel.ts'
import { sealChannels } from './registry.ts'
import { slack } from './slack/channel.ts'
import { sms } from './sms/channel.ts'
import { telegram } from './telegram/channel.ts'
import { whatsapp } from './whatsapp/channel.ts'

export type { ChannelName }

/** All channels. If a request names no channel, admission considers the channels in this order (decision 10). */
export const channels = sealChannels([email, whatsapp, telegram, push, discord, slack, messenger, sms])

export const channelNames = channels.map(({ name }) => name)

const byName = new Map(channels.map((channel) => [channel.name, channel]))

/** Returns a channel by its name. Throws for an unknown name, which a newer version of the service may have stored. */
export function channelOf(name: ChannelName): Channel {
  const channel = byName.get(name)
  if (!channel) throw new Error(`There is no channel ${String(name)}.`)
  return channel
}
