// SQL for addresses: columns and comparisons, built from the address table. The SQL is built once, when the modules are
// loaded.
import type { TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import { emailKey } from '../../lib/text/email-address.ts'

const { all, ignoringCase } = addressTable()

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

/**
 * Returns the SQL condition that the recipient `r` has the address in the query `q`. An index supports this condition.
 */
export const matchesAddress = (field: TextAddress) =>
  `${keyOf(field, 'r')} = ${keyOf(field, 'q')} and r.${field} is not null`
