// The channels of the product, without those that fixtures register in processes of their own.
import { type ChannelName, channelNames } from '../../src/channels/index.ts'

export type BuiltIn = Exclude<ChannelName, 'pager'>

export const builtIn = channelNames.filter((name): name is BuiltIn => name !== 'pager')
