// The columns whose names in the code differ from their names in the database, and the SQL that reads them.

// The columns are not renamed in the database, because a process of the previous version still uses the old names
// during an upgrade.

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

/**
 * SQL that reads the column and returns it under its name in the code. A table alias may precede it:
 * `d.${ATTEMPTS_MADE}`.
 */
export const ATTEMPTS_MADE = `${attemptsMade.column} as ${attemptsMade.name}`
export const CLAIM_VERSION = `${claimVersion.column} as ${claimVersion.name}`
