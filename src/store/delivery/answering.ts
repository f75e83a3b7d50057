// Partial indexes on deliveries find the message that a provider's report is about. One index contains messages of the
// channels of 0.1.0, one contains messages of channels that were added after 0.1.0, and one contains emails.

/** The channels of version 0.1.0. */
const CHANNELS_OF_0_1_0 = ['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp']

/**
 * The indexes of migration 0014. They contain the messages of those channels of version 0.1.0 whose providers send
 * reports. Messages of the other channels of version 0.1.0 are in none of these indexes.
 */
const reporting = { name: 'reporting', condition: `channel in ('messenger', 'telegram', 'whatsapp')` }
/** The indexes of migration 0017. They contain messages of all channels that were added after 0.1.0. */
const later = {
  name: 'later',
  condition: `channel not in (${CHANNELS_OF_0_1_0.map((name) => `'${name}'`).join(', ')})`,
}

/**
 * Returns the SQL condition of the partial index that contains the messages of a channel. A query must contain exactly
 * this condition, because otherwise it reads the whole table. `name` is part of the name of a prepared statement, so
 * that each of the two indexes has a separate statement.
 */
export function answeringOn(channel: string): { name: string; condition: string } {
  return CHANNELS_OF_0_1_0.includes(channel) ? reporting : later
}

/**
 * The index for the reports of email providers with an HTTP API. It excludes messages that were sent by SMTP. Their id
 * is a Message-ID, which begins with an angle bracket, and no report contains it.
 */
const emailOverHttp = { name: 'email', condition: `channel = 'email' and external_id not like '<%'` }

/** Returns the condition of the partial index that finds a message of a channel by its id at the provider. */
export function reportedOn(channel: string): { name: string; condition: string } {
  return channel === 'email' ? emailOverHttp : answeringOn(channel)
}
