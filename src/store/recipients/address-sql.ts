// SQL for addresses: columns and comparisons, built from the address table. The SQL is built once, when the modules are
// loaded.
import type { TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import { emailKey } from '../../lib/text/email-address.ts'

const { all, ignoringCase, counterparts } = addressTable()

/** The columns that contain addresses. */
export const addressColumns = all.map(({ field }) => field)

/** Returns a list of columns. If `alias` is given, each column is qualified with it. */
export const columnsOf = (columns: readonly string[], alias?: string) =>
  columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ')

/** Returns the definitions of text columns, for an SQL function that returns records. */
export const textsOf = (columns: readonly string[]) => columns.map((column) => `${column} text`).join(', ')

/** Returns the SQL expression to compare the address of a row. The index of the addresses uses the same expression. */
export const keyOf = (field: TextAddress, row: string) =>
  ignoringCase.has(field) ? `lower(${row}.${field})` : `${row}.${field}`

/** Returns the value that `keyOf` has for this address. */
export const keyFor = (field: TextAddress, address: string) => (ignoringCase.has(field) ? emailKey(address) : address)

/** Returns the columns that may contain an address of this field: its own, and the one that shares its values. */
function columnsWith(field: TextAddress): TextAddress[] {
  const other = counterparts.get(field)
  return other === undefined ? [field] : [field, other]
}

/**
 * Returns the SQL conditions under which the recipient `r` has the address in the row `q`. An index supports each
 * condition.
 */
export const matchesAddress = (field: TextAddress, q = 'q'): string[] =>
  columnsWith(field).map((column) => `${keyOf(column, 'r')} = ${keyOf(field, q)} and r.${column} is not null`)
