// The names of channels as a type. Each channel adds its own by declaration merging.

// biome-ignore lint/suspicious/noEmptyInterface: the channels add the members
export interface ChannelTypes {}

export type ChannelName = keyof ChannelTypes
