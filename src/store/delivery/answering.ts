// The channels on which something comes back from the provider: receipts, taps, what people write.

/** As the condition of the indexes by which it is looked up says it (migration 0014): a query that leaves it out reads a whole table. */
export const ANSWERING = `channel in ('messenger', 'telegram', 'whatsapp')`
