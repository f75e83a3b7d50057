// Whether the services under test use PgBouncer, and their database settings.

/**
 * Whether the services under test use their PostgreSQL server through PgBouncer. The option `--pgbouncer` of the test
 * commands sets the variable.
 */
export const usesPgBouncer = process.env.TEST_PGBOUNCER === '1'

/** Returns the settings of a service. `direct` is the URL of PostgreSQL, and `pooled` is the URL through PgBouncer. */
export function databaseSettings(direct: string, pooled: string | undefined): Record<string, string> {
  return pooled === undefined ? { DATABASE_URL: direct } : { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
}
