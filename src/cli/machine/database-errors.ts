// Describes errors of a database connection: the server is unreachable or unavailable, or it refuses the connection.

export interface DatabaseProblem {
  message: string
  remedy: string
}

interface Kind {
  codes?: RegExp
  /**
   * Matches the message of an error. The code is not enough: errors of the database driver have none, and nearly all
   * errors of PgBouncer have the code 08P01.
   */
  messages?: RegExp
  title: string
  remedy: string
}

/**
 * The kinds of errors. The first kind that matches an error applies. The codes are those of PostgreSQL (five
 * characters), Node and OpenSSL.
 */
const kinds: Kind[] = [
  {
    codes: /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/,
    messages: /does not support SSL/,
    title: 'The TLS connection to the database failed',
    remedy: "Check the server's certificate, and sslmode and sslrootcert in DATABASE_URL.",
  },
  {
    codes: /^53300/,
    messages: /no more connections allowed/,
    title: 'The database has no free connection',
    remedy: 'Lower DATABASE_POOL, or raise max_connections on the server. With PgBouncer, raise max_client_conn.',
  },
  {
    messages: /server_login_retry|query_wait_timeout/,
    title: 'PgBouncer does not reach the database',
    remedy: 'Check the host and the port in its configuration. The server must run, and must accept its connections.',
  },
  {
    codes: /^(28|3D000|08P01)/,
    messages: /SASL/,
    title: 'The database refused the login',
    remedy: 'Check the user, the password and the database name in DATABASE_URL, and pg_hba.conf on the server.',
  },
  {
    codes: /^42501/,
    title: 'The database user lacks a permission',
    remedy: 'Grant the permission, or set another user in DATABASE_URL.',
  },
  {
    codes: /^57P0/,
    title: 'The database is not available',
    remedy: 'The server is starting up or shutting down. Run the command again when it is ready.',
  },
  {
    codes: /^(08|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/,
    messages: /Connection terminated|timeout exceeded when trying|timeout expired|Query read timeout/,
    title: 'The database is not reachable',
    remedy: 'Check DATABASE_URL. The server must run, and must accept connections from this machine.',
  },
]

/** Returns the problem and its remedy, or undefined if the error is not about the connection. */
export function databaseProblem({ code = '', message }: NodeJS.ErrnoException): DatabaseProblem | undefined {
  const kind = kinds.find(({ codes, messages }) => codes?.test(code) || messages?.test(message))
  if (kind === undefined) return undefined
  return { message: `${kind.title}: ${(message || code).replace(/\.$/, '')}.`, remedy: kind.remedy }
}
