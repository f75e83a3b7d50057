// The columns that store sealed values: their purpose, their binding to the row, and the form in which new values are
// sealed.
import type { SealPlace } from '../lib/seal.ts'
import { versionAtLeast } from '../lib/versions.ts'
import type { Connection, Transaction } from './database.ts'
import { changesOneRow, onlyRow, onlyRowOf, rowsOf } from './rows.ts'

/** The first version whose finished upgrade binds sealed values to their rows. */
export const BOUND_SINCE = '0.2.0'

/** The identity of a row with a sealed value. Letters belong to no workspace. */
interface SealedRowId {
  workspaceId: number | null
  id: number
}

type SealedTable = 'keys' | 'connections' | 'provider_connections' | 'subscriptions' | 'letters'

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

/**
 * All sealed columns. Values of a column that is missing here would stay sealed with the old master key and in the old
 * form.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedKey,
  sealedSettings,
  sealedProviderSettings,
  sealedSecret,
  sealedPreviousSecret,
  sealedLetter,
]

/**
 * Reserves the id of a row that will contain a sealed value. The id must be known first, because the value is bound to
 * it. Also returns the form, like `readSealForm`.
 */
export async function reserveSealedRow(tx: Transaction, table: SealedTable): Promise<{ id: number; bound: boolean }> {
  const { id, finished } = await onlyRowOf<{ id: number; finished: string | null }>(tx, {
    text: `select nextval(pg_get_serial_sequence($1, 'id')) as id, (${FINISHED}) as finished`,
    values: [table],
  })
  return { id, bound: versionAtLeast(finished, BOUND_SINCE) }
}

/**
 * Returns whether to seal in the bound form. A shared lock makes the end of the upgrade wait for this transaction.
 * Without the lock, a value in the old form could appear in rows that resealing has already passed.
 */
export async function readSealForm(tx: Transaction): Promise<boolean> {
  const result = await tx.query<{ finished: string | null }>({ text: `select (${FINISHED}) as finished` })
  return versionAtLeast(onlyRow(result).finished, BOUND_SINCE)
}

const FINISHED = 'select finished_version from installation for share'

export interface SealedRow extends SealedRowId {
  sealed: Buffer
  /**
   * No process opens the value after this time. At this time its key was revoked, or the period of the previous secret
   * ends.
   */
  endsAt: Date | null
}

const ENDS_AT: Partial<Record<SealedColumn['column'], string>> = {
  sealed: 'revoked_at',
  previous_secret: 'previous_until',
}

function selectSealed({ table, column }: SealedColumn): string {
  const workspace = table === 'letters' ? 'null::bigint' : 'workspace_id'
  return `select id, ${workspace} as "workspaceId", ${column} as sealed, ${ENDS_AT[column] ?? 'null::timestamptz'} as "endsAt"
          from ${table} where ${column} is not null`
}

/** Reads sealed values in the order of their ids, after `after`. */
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

/** Reads the sealed values of these rows. */
export async function readSealedOf(c: Connection, column: SealedColumn, ids: number[]): Promise<SealedRow[]> {
  return rowsOf<SealedRow>(c, {
    text: `${selectSealed(column)} and id = any($1::bigint[])`,
    values: [ids],
  })
}

/**
 * Reads sealed values in the form of 0.1.0, like `readSealed`. If few such values are left, it reads the whole table.
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

/** Replaces one value, unless it changed since it was read. Returns whether it was replaced. */
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
