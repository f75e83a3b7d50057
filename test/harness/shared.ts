// Returns the resources that a test run shares (prepared.ts). The first request waits until a resource is created.
import { inject } from 'vitest'
import type { Prepared } from './prepared.ts'

/** Returns the URL of the maintenance database of the run's PostgreSQL, as superuser. */
export const sharedPostgresUrl = () => readShared('server')

/** Returns the URL of the same database through PgBouncer. */
export const sharedPoolerUrl = () => readShared('pooler')

/**
 * Returns the name of a migrated database on that server, which the caller copies. The database must have no
 * connections.
 */
export const preparedDatabase = () => readShared('template')

/** Returns a data directory with a migrated and closed embedded database, which the caller copies. */
export const preparedFolder = () => readShared('folder')

async function readShared(name: keyof Prepared): Promise<string> {
  const response = await fetch(inject('sharedDesk') + name)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}
