// Requests for a new password's link by mail, until the maintenance job answers them.
import type { Connection, Transaction } from '../database.ts'

export interface PasswordRequest {
  /** As it was typed. */
  email: string
  /** The client's. */
  address: string
}

/** Keeps a request; a second one with its key before the first is answered is the same request. */
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

/** Takes requests for good; other processes skip them. Those from before `since` are removed and not returned. */
export async function takePasswordRequests(tx: Transaction, since: Date, most: number): Promise<PasswordRequest[]> {
  const result = await tx.query<PasswordRequest & { at: Date }>({
    text: `delete from password_requests where key = any(array(
             select key from password_requests order by at limit $1 for update skip locked))
           returning email, address, at`,
    values: [most],
  })
  return result.rows.filter(({ at }) => at >= since)
}
