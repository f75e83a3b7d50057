// The list of channels: a new one is a file beside this and a line here; the request's enum, inference and forms follow.
import type { Channel } from './contract.ts'
import { discord } from './discord/channel.ts'
import { email } from './email/channel.ts'
import { messenger } from './messenger/channel.ts'
import { push } from './push/channel.ts'
import { slack } from './slack/channel.ts'
import { telegram } from './telegram/channel.ts'
import { whatsapp } from './whatsapp/channel.ts'

/** In the order in which an omitted channel is inferred (decision 10). */
export const channels = { email, whatsapp, telegram, push, discord, slack, messenger } satisfies Record<string, Channel>

export type ChannelName = keyof typeof channels

export const channelNames = Object.keys(channels) as ChannelName[]

export function channelOf(name: ChannelName): Channel {
  return channels[name]
}
