// The partial indexes that find a message by its provider's reports: one for channels of 0.1.0, one for later
// channels.

/** The channels of version 0.1.0. */
const CHANNELS_OF_0_1_0 = ['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp']

/** The indexes of migration 0014 hold the channels of 0.1.0 whose providers report back. The others are in no index. */
const reporting = { name: 'reporting', condition: `channel in ('messenger', 'telegram', 'whatsapp')` }
/** The indexes of migration 0017 hold all later channels. */
const later = {
  name: 'later',
  condition: `channel not in (${CHANNELS_OF_0_1_0.map((name) => `'${name}'`).join(', ')})`,
}

/**
 * Returns the condition of the partial index that holds the messages of a channel, as the index states it (a query
 * without it reads the whole table), and a name for statements that contain it.
 */
export function answeringOn(channel: string): { name: string; condition: string } {
  return CHANNELS_OF_0_1_0.includes(channel) ? reporting : later
}
