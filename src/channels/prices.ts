// The credits that a message beyond the quota costs, by channel (specification, Limits). Decision 18 states the price
// of channels that the specification does not list.
import { channels } from './index.ts'

export const creditCosts: Readonly<Record<string, number>> = Object.fromEntries(
  channels.map(({ name, credits }) => [name, credits]),
)
