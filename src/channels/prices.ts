// The credits for a message beyond the quota, by channel (specification, Limits). Decision 18 has the price of channels
// that the specification does not list.
import { channels } from './index.ts'

/** SMS has a price but no channel yet (decision 29). */
export const creditCosts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(channels.map(({ name, credits }) => [name, credits])),
  sms: 10,
}
