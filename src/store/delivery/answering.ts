// The two partial indexes on deliveries that are used to find the message of a provider's report. One contains channels
// of 0.1.0, the other contains later channels.

/** The channels of version 0.1.0. */
const CHANNELS_OF_0_1_0 = ['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp']

/**
 * The indexes of migration 0014 contain the channels of 0.1.0 whose providers report back. The other channels of 0.1.0
 * are in no index.
 */
const reporting = { name: 'reporting', condition: `channel in ('messenger', 'telegram', 'whatsapp')` }
/** The indexes of migration 0017 contain all later channels. */
const later = {
  name: 'later',
  condition: `channel not in (${CHANNELS_OF_0_1_0.map((name) => `'${name}'`).join(', ')})`,
}

/**
 * Returns the condition of the partial index that contains a channel's messages. A query must repeat this condition
 * exactly; otherwise it reads the whole table. `name` distinguishes the prepared statements of the two indexes.
 */
export function answeringOn(channel: string): { name: string; condition: string } {
  return CHANNELS_OF_0_1_0.includes(channel) ? reporting : later
}
