// Where a test file finds the PostgreSQL of its test run.
import { inject } from 'vitest'

/** Starts the run's PostgreSQL if nobody has yet; resolves to the URL of its maintenance database, as superuser. */
export async function sharedPostgresUrl(): Promise<string> {
  const response = await fetch(inject('postgresDesk'))
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}
