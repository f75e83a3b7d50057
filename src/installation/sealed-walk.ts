// Encrypts stored values again, one set after another, while the service runs. This is necessary after a change of the
// master key, and at the end of the upgrade to the format in which a value can be decrypted only in its database row.
import { isBound, isBroken, type Seal } from '../lib/seal.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  readSealed,
  readSealForm,
  readUnbound,
  replaceSealed,
  type SealedColumn,
  type SealedRow,
  sealedColumns,
} from '../store/sealed.ts'

const SET = 100

export interface SealingTally {
  /** Number of values that were encrypted again. */
  sealed: number
  /** Number of values that another transaction changed or removed between the read and the write. */
  missed: number
  /** Names of the values that could not be decrypted, such as `connections.secrets 7`. */
  unreadable: string[]
  unopened: UnopenedValue[]
}

/** A value in the format of 0.1.0 that no key of this process decrypts. Another process may have the right key. */
export interface UnopenedValue {
  name: string
  column: SealedColumn
  id: number
  endsAt: Date | null
}

export const nothingSealed = (): SealingTally => ({ sealed: 0, missed: 0, unreadable: [], unopened: [] })

/**
 * Returns whether the value is still used at `now`. The upgrade does not end while such a value cannot be decrypted,
 * because another process may have the key.
 */
export function isNeeded({ endsAt }: { endsAt: Date | null }, now: Date): boolean {
  return endsAt === null || endsAt > now
}

/**
 * Returns whether another key may decrypt the value. A missing key and damaged content give the same error. Therefore
 * the upgrade ignores only values that are cut off or have no known form.
 */
function mayBeOpened({ sealed }: SealedRow): boolean {
  return !isBound(sealed) && !isBroken(sealed)
}

/**
 * Encrypts the next set of values of a column again, and adds the counts to `tally`. Returns the last id of the set, or
 * undefined at the end of the column. Values in the required form are skipped, so an interrupted walk can start from
 * scratch at little cost. A value that another transaction changes at the same time is not replaced. The required form
 * is read in the transaction that writes, so no value in the format of version 0.1.0 is written after the end of the
 * upgrade.
 */
export async function sealSetAgain(
  db: Database,
  seal: Seal,
  column: SealedColumn,
  { after, tally }: { after: number; tally: SealingTally },
): Promise<number | undefined> {
  const { rows, unreadable, replaced } = await transaction(db, async (tx) => {
    const bound = await readSealForm(tx)
    const rows = await readSealed(tx, column, after, SET)
    const unreadable: SealedRow[] = []
    const changes = rows.flatMap((row) => {
      const to = sealedAgain(seal, column, row, bound)
      if (to === 'unreadable') unreadable.push(row)
      return to instanceof Buffer ? [{ row, to }] : []
    })
    // A walk is one scan of all encrypted values. All walks lock the rows in the order of their ids, so that two walks
    // cannot deadlock.
    const replaced = await Promise.all(changes.map(({ row, to }) => replaceSealed(tx, column, row, to)))
    return { rows, unreadable, replaced }
  })
  const sealed = replaced.filter(Boolean).length
  tally.sealed += sealed
  tally.missed += replaced.length - sealed
  tally.unreadable.push(...unreadable.map((row) => nameOf(column, row)))
  tally.unopened.push(...unreadable.filter(mayBeOpened).map((row) => unopenedValue(column, row)))
  return rows.length < SET ? undefined : rows.at(-1)?.id
}

export interface SealedCount {
  all: number
  /** Number of values that must be encrypted again, because their key or their format is not the required one. */
  others: number
  /**
   * Names of the values that are unreadable or are not bound to their rows. These values are refused after the end of
   * the upgrade.
   */
  refused: string[]
  unopened: UnopenedValue[]
}

/**
 * Counts all encrypted values. Also counts the values that must be encrypted again because they do not have the current
 * key or the current format.
 */
export async function countSealed(c: Connection, seal: Seal, bound: boolean): Promise<SealedCount> {
  const count: SealedCount = { all: 0, others: 0, refused: [], unopened: [] }
  for (const column of sealedColumns) {
    let after: number | undefined = 0
    while (after !== undefined) {
      const rows: SealedRow[] = await readSealed(c, column, after, SET)
      count.all += rows.length
      for (const row of rows) {
        const to = sealedAgain(seal, column, row, bound)
        if (to !== undefined) count.others++
        if (to === 'unreadable' || !isBound(row.sealed)) count.refused.push(nameOf(column, row))
        if (to === 'unreadable' && mayBeOpened(row)) count.unopened.push(unopenedValue(column, row))
      }
      after = rows.length < SET ? undefined : rows.at(-1)?.id
    }
  }
  return count
}

/** Maximum number of rows that one call of `listUnopened` reads. */
const MOST_LOOKED_AT = 1000

/**
 * Returns the values that the upgrade waits for. Reads only the first 1,000 values that are still stored in the format
 * of version 0.1.0.
 */
export async function listUnopened(c: Connection, seal: Seal, now: Date): Promise<UnopenedValue[]> {
  const found: UnopenedValue[] = []
  let looked = 0
  for (const column of sealedColumns) {
    let after: number | undefined = 0
    while (after !== undefined && looked < MOST_LOOKED_AT) {
      const rows: SealedRow[] = await readUnbound(c, column, after, SET)
      const unopened = rows.filter((row) => mayBeOpened(row) && sealedAgain(seal, column, row, true) === 'unreadable')
      found.push(...unopened.filter((row) => isNeeded(row, now)).map((row) => unopenedValue(column, row)))
      looked += rows.length
      after = rows.length < SET ? undefined : rows.at(-1)?.id
    }
  }
  return found
}

const nameOf = ({ table, column }: SealedColumn, { id }: SealedRow) => `${table}.${column} ${id}`

function unopenedValue(column: SealedColumn, row: SealedRow): UnopenedValue {
  return { name: nameOf(column, row), column, id: row.id, endsAt: row.endsAt }
}

function sealedAgain(
  seal: Seal,
  { at }: SealedColumn,
  row: SealedRow,
  bound: boolean,
): Buffer | 'unreadable' | undefined {
  try {
    return seal.sealAgain(row.sealed, at(row), bound)
  } catch {
    return 'unreadable'
  }
}
