// The columns whose name in the code differs from their name in the database, with the SQL that reads them.

/** A released database cannot rename a column: an older process would fail on the new name while both versions run. */
export const columnNames = [
  {
    column: 'tries',
    name: 'attempts_made',
    tables: ['deliveries', 'outgoing', 'notices', 'letters'],
    meaning: 'How many attempts count. A throttled attempt does not.',
  },
  {
    column: 'attempt',
    name: 'claim_version',
    tables: ['deliveries', 'outgoing', 'inbound_requests', 'imports', 'automation_runs'],
    meaning: 'Raised by each claim. A worker with an older number cannot settle (a fencing token).',
  },
] as const

/** Select lists read the columns under their names in the code, after an alias where there is one: `d.${ATTEMPTS_MADE}`. */
export const ATTEMPTS_MADE = 'tries as attempts_made'
export const CLAIM_VERSION = 'attempt as claim_version'
