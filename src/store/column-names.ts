// The columns whose name in the code differs from their name in the database, with the SQL that reads them.

// The columns are not renamed: during an upgrade a process of the previous version still uses the old name.

const attemptsMade = {
  column: 'tries',
  name: 'attempts_made',
  tables: ['deliveries', 'outgoing', 'notices', 'letters'],
  meaning: 'The number of attempts that count. A throttled attempt does not count.',
} as const

const claimVersion = {
  column: 'attempt',
  name: 'claim_version',
  tables: ['deliveries', 'outgoing', 'inbound_requests', 'imports', 'automation_runs'],
  meaning: 'The number that each claim raises. A worker with an older number cannot settle (a fencing token).',
} as const

export const columnNames = [attemptsMade, claimVersion]

/** SQL that reads the column under its name in the code. An alias of the table may precede it: `d.${ATTEMPTS_MADE}`. */
export const ATTEMPTS_MADE = `${attemptsMade.column} as ${attemptsMade.name}`
export const CLAIM_VERSION = `${claimVersion.column} as ${claimVersion.name}`
