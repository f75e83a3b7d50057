// Addresses in SQL: columns and comparisons from the address table. Statements are composed once, when modules are
// loaded.
import type { TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'

const { all, ignoringCase } = addressTable()

/** The columns that hold addresses. */
export const addressColumns = all.map(({ field }) => field)

/** Returns a list of columns, qualified with `alias` if one is given. */
export const columnsOf = (columns: readonly string[], alias?: string) =>
  columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ')

/** Returns the record definition of text columns. */
export const textsOf = (columns: readonly string[]) => columns.map((column) => `${column} text`).join(', ')

/** Returns the expression that indexes the address of a row. */
export const keyOf = (field: TextAddress, row: string) =>
  ignoringCase.has(field) ? `lower(${row}.${field})` : `${row}.${field}`

/** Returns the condition that the recipient `r` holds the address of the query `q`. An index supports it. */
export const matchesAddress = (field: TextAddress) =>
  `${keyOf(field, 'r')} = ${keyOf(field, 'q')} and r.${field} is not null`
