// The credits for a message beyond the quota, by channel (specification, Limits; decision 18 for the channels without a
// price there).
import { channels } from './index.ts'

/** SMS has a price but no channel yet (decision 29). */
export const creditCosts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(channels.map(({ name, credits }) => [name, credits])),
  sms: 10,
}
