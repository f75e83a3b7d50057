// Management tokens, known by their hash.
import type { Connection } from './database.ts'

export async function insertManagementToken(c: Connection, now: Date, hash: Buffer, hint: string): Promise<void> {
  await c.query({
    text: 'insert into management_tokens (hash, hint, created_at) values ($1, $2, $3)',
    values: [hash, hint, now],
  })
}

export async function findManagementToken(
  c: Connection,
  hash: Buffer,
): Promise<{ id: number; hint: string } | undefined> {
  const result = await c.query<{ id: number; hint: string }>({
    name: 'find-management-token',
    text: 'select id, hint from management_tokens where hash = $1 and revoked_at is null',
    values: [hash],
  })
  return result.rows[0]
}
