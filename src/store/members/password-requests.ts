// Stores requests for an email with a password link, until the maintenance job handles them.
import type { Connection, Transaction } from '../database.ts'

export interface PasswordRequest {
  /** The email address as the person entered it. */
  email: string
  /** The client's address. */
  address: string
}

/** Stores a request. Has no effect if an earlier request with the same key is not handled yet. */
export async function insertPasswordRequest(
  c: Connection,
  now: Date,
  key: Buffer,
  { email, address }: PasswordRequest,
): Promise<void> {
  await c.query({
    text: `insert into password_requests (key, email, address, at) values ($1, $2, $3, $4) on conflict (key) do nothing`,
    values: [key, email, address, now],
  })
}

/**
 * Deletes up to `most` requests. Returns those that were made at `since` or later. Concurrent processes get different
 * requests.
 */
export async function takePasswordRequests(tx: Transaction, since: Date, most: number): Promise<PasswordRequest[]> {
  const result = await tx.query<PasswordRequest & { at: Date }>({
    text: `delete from password_requests where key = any(array(
             select key from password_requests order by at limit $1 for update skip locked))
           returning email, address, at`,
    values: [most],
  })
  return result.rows.filter(({ at }) => at >= since)
}
