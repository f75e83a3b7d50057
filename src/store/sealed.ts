// The columns that store encrypted values: the purpose of the values, and the row to which they are bound. Also
// determines the format in which new values are encrypted.
import type { SealPlace } from '../lib/seal.ts'
import { versionAtLeast } from '../lib/versions.ts'
import type { Connection, Transaction } from './database.ts'
import { changesOneRow, onlyRow, onlyRowOf, rowsOf } from './rows.ts'

/**
 * The first version that binds encrypted values to their rows. It binds new values only after the upgrade to it is
 * finished.
 */
export const BOUND_SINCE = '0.2.0'

/**
 * Identifies a row with an encrypted value. `workspaceId` is null for letters (emails to members) and for second
 * factors, because they belong to no workspace.
 */
interface SealedRowId {
  workspaceId: number | null
  id: number
}

type SealedTable = 'keys' | 'connections' | 'provider_connections' | 'subscriptions' | 'letters' | 'second_factors'

export interface SealedColumn {
  table: SealedTable
  column: 'sealed' | 'secrets' | 'secret' | 'previous_secret' | 'body'
  at: (row: SealedRowId) => SealPlace
}

function sealedColumn(table: SealedTable, column: SealedColumn['column'], purpose: string): SealedColumn {
  return {
    table,
    column,
    at: ({ workspaceId, id }) => ({ purpose, row: JSON.stringify([table, column, workspaceId, id]) }),
  }
}

export const sealedKey = sealedColumn('keys', 'sealed', 'key')
export const sealedSettings = sealedColumn('connections', 'secrets', 'connection')
export const sealedProviderSettings = sealedColumn('provider_connections', 'secrets', 'connection')
export const sealedSecret = sealedColumn('subscriptions', 'secret', 'subscription')
export const sealedPreviousSecret = sealedColumn('subscriptions', 'previous_secret', 'subscription')
export const sealedLetter = sealedColumn('letters', 'body', 'letter')
export const sealedSecondFactor = sealedColumn('second_factors', 'secret', 'second-factor')

/**
 * All columns with encrypted values. If a column were missing here, its values would not be encrypted again after a
 * change of the master key or of the format.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedKey,
  sealedSettings,
  sealedProviderSettings,
  sealedSecret,
  sealedPreviousSecret,
  sealedLetter,
  sealedSecondFactor,
]

/**
 * Reserves the id of a row that will contain an encrypted value, because the encryption binds the value to this id.
 * Also returns the format, as `readSealForm` does.
 */
export async function reserveSealedRow(tx: Transaction, table: SealedTable): Promise<{ id: number; bound: boolean }> {
  const { id, finished } = await onlyRowOf<{ id: number; finished: string | null }>(tx, {
    text: `select nextval(pg_get_serial_sequence($1, 'id')) as id, (${FINISHED}) as finished`,
    values: [table],
  })
  return { id, bound: versionAtLeast(finished, BOUND_SINCE) }
}

/**
 * Returns true if new values must be bound to their row. Takes a shared lock, so that the upgrade cannot be finished
 * before this transaction ends. Without the lock, a value in the format of 0.1.0 could be stored in a row that has
 * already been encrypted again.
 */
export async function readSealForm(tx: Transaction): Promise<boolean> {
  const result = await tx.query<{ finished: string | null }>({ text: `select (${FINISHED}) as finished` })
  return versionAtLeast(onlyRow(result).finished, BOUND_SINCE)
}

const FINISHED = 'select finished_version from installation for share'

export interface SealedRow extends SealedRowId {
  sealed: Buffer
  /**
   * After this time, no process decrypts the value. It is the time at which the key was revoked, or at which the
   * previous secret ends.
   */
  endsAt: Date | null
}

const ENDS_AT: Partial<Record<SealedColumn['column'], string>> = {
  sealed: 'revoked_at',
  previous_secret: 'previous_until',
}

const OF_NO_WORKSPACE: readonly SealedTable[] = ['letters', 'second_factors']

function selectSealed({ table, column }: SealedColumn): string {
  const workspace = OF_NO_WORKSPACE.includes(table) ? 'null::bigint' : 'workspace_id'
  return `select id, ${workspace} as "workspaceId", ${column} as sealed, ${ENDS_AT[column] ?? 'null::timestamptz'} as "endsAt"
          from ${table} where ${column} is not null`
}

/** Returns encrypted values with ids above `after`, in the order of their ids. */
export async function readSealed(
  c: Connection,
  column: SealedColumn,
  after: number,
  most: number,
): Promise<SealedRow[]> {
  return rowsOf<SealedRow>(c, {
    text: `${selectSealed(column)} and id > $1 order by id limit $2`,
    values: [after, most],
  })
}

/** Returns the encrypted values of these rows. */
export async function readSealedOf(c: Connection, column: SealedColumn, ids: number[]): Promise<SealedRow[]> {
  return rowsOf<SealedRow>(c, {
    text: `${selectSealed(column)} and id = any($1::bigint[])`,
    values: [ids],
  })
}

/**
 * Returns encrypted values in the format of 0.1.0, in the same order as `readSealed`. If only few values have this
 * format, the statement reads the whole table.
 */
export async function readUnbound(
  c: Connection,
  column: SealedColumn,
  after: number,
  most: number,
): Promise<SealedRow[]> {
  return rowsOf<SealedRow>(c, {
    text: `${selectSealed(column)} and id > $1 and substring(${column.column} for 1) = '\\x01' order by id limit $2`,
    values: [after, most],
  })
}

/** Replaces one value. If the value has changed since it was read, does not replace it and returns false. */
export async function replaceSealed(
  c: Connection,
  { table, column }: SealedColumn,
  row: SealedRow,
  to: Buffer,
): Promise<boolean> {
  return changesOneRow(c, {
    text: `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`,
    values: [row.id, row.sealed, to],
  })
}
