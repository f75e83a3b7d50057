// SQL for addresses: columns and comparisons, built from the address table. The SQL is built once, when the modules are
// loaded.
import type { Identifier, TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'

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

/**
 * Returns the SQL conditions under which the recipient `r` has the address in the query `q`: in the same field, or in the
 * field that shares its values. An index supports each condition.
 */
export const matchesAddress = (field: Identifier): string[] => {
  const other = counterparts.get(field)
  return [conditionOf(field, field), ...(other === undefined ? [] : [conditionOf(other, field)])]
}

const conditionOf = (column: Identifier, requested: Identifier) =>
  `${keyOf(column, 'r')} = ${keyOf(requested, 'q')} and r.${column} is not null`

/** Returns the SQL condition that a recipient has the address in the parameter. An index supports this condition. */
export const hasAddress = (field: TextAddress, parameter: string) =>
  ignoringCase.has(field)
    ? `lower(${field}) = lower(${parameter}::text) and ${field} is not null`
    : `${field} = ${parameter}`
