// Where a test file finds what its whole run shares (prepared.ts); the first who asks waits until it is made.
import { inject } from 'vitest'
import type { Prepared } from './prepared.ts'

/** The URL of the maintenance database of the run's PostgreSQL, as superuser. */
export const sharedPostgresUrl = () => readShared('server')

/** The name of a database on that server that is migrated, to make copies of; nobody may connect to it. */
export const preparedDatabase = () => readShared('template')

/** A data directory whose embedded database is migrated and closed, to be copied. */
export const preparedFolder = () => readShared('folder')

async function readShared(name: keyof Prepared): Promise<string> {
  const response = await fetch(inject('sharedDesk') + name)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}
