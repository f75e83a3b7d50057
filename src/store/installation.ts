// The one row of an installation.
import type { Connection, Transaction } from './database.ts'

/** Keeps `check` unless one is kept already; answers the one that stands. */
export async function keepKeyCheck(c: Connection, check: Buffer): Promise<Buffer> {
  await c.query({ text: 'insert into installation (key_check) values ($1) on conflict do nothing', values: [check] })
  const result = await c.query<{ key_check: Buffer }>({ text: 'select key_check from installation' })
  return result.rows[0]!.key_check
}

/** The check that is kept; undefined before the first start. */
export async function readKeyCheck(c: Connection): Promise<Buffer | undefined> {
  const result = await c.query<{ key_check: Buffer }>({ text: 'select key_check from installation' })
  return result.rows[0]?.key_check
}

/** One that changed since it was read stays. */
export async function replaceKeyCheck(c: Connection, from: Buffer, to: Buffer): Promise<void> {
  await c.query({ text: 'update installation set key_check = $2 where key_check = $1', values: [from, to] })
}

/** True for the one transaction that may seed; its row lock makes others wait and answer false. */
export async function claimSeeding(tx: Transaction, now: Date): Promise<boolean> {
  const result = await tx.query({
    text: 'update installation set seeded_at = $1 where seeded_at is null',
    values: [now],
  })
  return result.rowCount === 1
}

/** Held until the transaction ends: one process at a time makes what stands once. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx.query({ text: 'select from installation for update' })
}
