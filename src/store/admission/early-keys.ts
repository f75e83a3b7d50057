// Finds keys before the body of a request is read. Does not lock the keys and does not count the request.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface EarlyKeyRow {
  /** In hexadecimal. */
  hash: string
  kind: 'api' | 'trigger'
  revoked_at: Date | null
  expires_at: Date | null
}

/** Returns the keys with the given hashes (hexadecimal). Includes revoked and expired keys. */
export async function findEarlyKeys(c: Connection, hashes: string[]): Promise<EarlyKeyRow[]> {
  return rowsOf<EarlyKeyRow>(c, {
    name: 'early-keys',
    text: `select encode(hash, 'hex') as hash, kind, revoked_at, expires_at from keys
           where hash = any(array(select decode(h, 'hex') from unnest($1::text[]) h))`,
    values: [hashes],
  })
}
