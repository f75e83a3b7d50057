// Reads and changes the table `installation`, which has only one row.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, onlyRow } from '../rows.ts'

/**
 * Stores the key check of a new installation, and returns the stored key check. All upgrades up to `version` count as
 * finished, because a new installation has never had processes of an older version.
 */
export async function storeKeyCheck(c: Connection, now: Date, check: Buffer, version: string): Promise<Buffer> {
  await c.query({
    text: `insert into installation (key_check, finished_version, resealed_at) values ($1, $2, $3) on conflict do nothing`,
    values: [check, version, now],
  })
  const result = await c.query<{ key_check: Buffer }>({ text: 'select key_check from installation' })
  return onlyRow(result).key_check
}

/** Returns the stored key check. Returns undefined before the first start. */
export async function readKeyCheck(c: Connection): Promise<Buffer | undefined> {
  const result = await c.query<{ key_check: Buffer }>({ text: 'select key_check from installation' })
  return result.rows[0]?.key_check
}

/** Replaces the key check. Has no effect if another process has already changed it. */
export async function replaceKeyCheck(c: Connection, from: Buffer, to: Buffer): Promise<void> {
  await c.query({ text: 'update installation set key_check = $2 where key_check = $1', values: [from, to] })
}

/**
 * Returns true for only one transaction, which may then insert the first data. Concurrent transactions wait for the
 * lock of the row, and then get false.
 */
export async function claimSeeding(tx: Transaction, now: Date): Promise<boolean> {
  return changesOneRow(tx, {
    text: 'update installation set seeded_at = $1 where seeded_at is null',
    values: [now],
  })
}

/**
 * Locks the installation until the transaction ends. Only one process at a time can then create rows that must exist
 * only once.
 */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx.query({ text: 'select from installation for update' })
}

export interface UpgradeState {
  /** True if the installation exists. False before the first start. */
  installed: boolean
  /**
   * The version of the last finished upgrade, or the version that created the installation. Undefined if 0.1.0 created
   * the installation and no upgrade is finished.
   */
  finishedVersion: string | undefined
  /** Since this time, all stored secrets are encrypted in the format that binds them to their row. */
  resealedAt: Date | undefined
}

export async function readUpgrade(c: Connection, lock = false): Promise<UpgradeState> {
  const result = await c.query<{ finished_version: string | null; resealed_at: Date | null }>({
    text: `select finished_version, resealed_at from installation${lock ? ' for update' : ''}`,
  })
  const row = result.rows[0]
  return {
    installed: row !== undefined,
    finishedVersion: row?.finished_version ?? undefined,
    resealedAt: row?.resealed_at ?? undefined,
  }
}

/** Marks the upgrade as finished. Returns false before the first start, because there is no upgrade. */
export async function setFinishedVersion(tx: Transaction, version: string): Promise<boolean> {
  return changesOneRow(tx, { text: 'update installation set finished_version = $1', values: [version] })
}

/** Stores the time at which all secrets had been encrypted again. Only the first call has an effect. */
export async function setResealed(c: Connection, now: Date): Promise<void> {
  await c.query({ text: 'update installation set resealed_at = $1 where resealed_at is null', values: [now] })
}
