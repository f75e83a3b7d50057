// The type of the channel names. Each channel adds its name by declaration merging.

// biome-ignore lint/suspicious/noEmptyInterface: the channels add the members
export interface ChannelTypes {}

export type ChannelName = keyof ChannelTypes
