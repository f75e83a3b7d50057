// Credits that a message costs beyond the quota, by channel (specification, Limits; decision 18 for channels it does not price).
import { channels } from './index.ts'

/** SMS has a price and no channel yet (decision 29). */
export const creditCosts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(channels.map(({ name, credits }) => [name, credits])),
  sms: 10,
}
