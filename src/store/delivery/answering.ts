// The indexes by which messages are found whose provider reports back: one for channels of version 0.1.0, one for later ones.

/** The channels of version 0.1.0. */
const FIRST = ['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp']

/** Those of them whose providers report back are in the indexes of migration 0014; the others are in no index. */
const reporting = { name: 'reporting', condition: `channel in ('messenger', 'telegram', 'whatsapp')` }
/** Channels that came later are in the indexes of migration 0017. */
const later = { name: 'later', condition: `channel not in (${FIRST.map((name) => `'${name}'`).join(', ')})` }

/**
 * Returns the condition of the partial index that holds the messages of a channel, as the index states it (a query without
 * it reads a whole table), and a name for the statements that contain it.
 */
export function answeringOn(channel: string): { name: string; condition: string } {
  return FIRST.includes(channel) ? reporting : later
}
