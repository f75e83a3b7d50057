// The credits that a message beyond the quota costs, by channel (specification, Limits). Decision 18 states the price
// of channels that the specification does not list.
import { channels } from './index.ts'

/** SMS has a price, although the channel does not exist yet (decision 29). */
export const creditCosts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(channels.map(({ name, credits }) => [name, credits])),
  sms: 10,
}
