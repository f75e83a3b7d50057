// The time limits of connections to a database server.

/** The limits in milliseconds. */
export interface ServerLimits {
  /** The time in which the server must accept a connection. */
  connecting: number
  /** The maximum wait for the answer to a statement. */
  query: number
  /**
   * If a connection has received no answer for this time, the server is checked. The server may be working, and the
   * statement may only wait for a lock.
   */
  silence: number
  /**
   * If a process stops in the middle of a transaction or loses its network, PostgreSQL ends the transaction after this
   * time, so that the locks of the transaction are released.
   */
  idleTransaction: number
}

/** The limits of the service. Only tests use other limits. */
export const serverLimits: ServerLimits = {
  connecting: 3000,
  query: 30_000,
  silence: 5000,
  idleTransaction: 10_000,
}
