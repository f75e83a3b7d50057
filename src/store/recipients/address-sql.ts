// Addresses in SQL: columns and comparisons of the address table, from which statements are composed when files are loaded.
import type { TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'

const { all, ignoringCase } = addressTable()

/** The columns that hold addresses. */
export const addressColumns = all.map(({ field }) => field)

/** Returns a list of columns, each of the row `alias` if one is given. */
export const columnsOf = (columns: readonly string[], alias?: string) =>
  columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ')

/** Returns the record definition of columns that hold texts. */
export const textsOf = (columns: readonly string[]) => columns.map((column) => `${column} text`).join(', ')

/** Returns the expression by which the address of a row is indexed. */
export const keyOf = (field: TextAddress, row: string) =>
  ignoringCase.has(field) ? `lower(${row}.${field})` : `${row}.${field}`

/** Returns the condition that the recipient `r` holds the address that the query `q` names. Its index serves it. */
export const holdsAddress = (field: TextAddress) =>
  `${keyOf(field, 'r')} = ${keyOf(field, 'q')} and r.${field} is not null`
