// Helpers that run a statement and return all rows, the first row, the only row, or the number of changed rows.
import type { QueryResultRow } from 'pg'
import type { Connection } from './database.ts'

type Statement = Parameters<Connection['query']>[0]

export async function rowsOf<Row extends QueryResultRow>(c: Connection, statement: Statement): Promise<Row[]> {
  const { rows } = await c.query<Row>(statement)
  return rows
}

export async function firstRowOf<Row extends QueryResultRow>(
  c: Connection,
  statement: Statement,
): Promise<Row | undefined> {
  const { rows } = await c.query<Row>(statement)
  return rows[0]
}

/** Returns the row of a result that always has one row. */
export function onlyRow<Row>({ rows: [row] }: { rows: Row[] }): Row {
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/** Returns the row of a statement that always returns one row. */
export async function onlyRowOf<Row extends QueryResultRow>(c: Connection, statement: Statement): Promise<Row> {
  return onlyRow(await c.query<Row>(statement))
}

export async function changedRows(c: Connection, statement: Statement): Promise<number> {
  const { rowCount } = await c.query(statement)
  return rowCount ?? 0
}

/** Returns true if the statement finds a row. */
export async function hasRow(c: Connection, statement: Statement): Promise<boolean> {
  return (await firstRowOf(c, statement)) !== undefined
}

/** Returns true if the statement changed exactly one row. */
export async function changesOneRow(c: Connection, statement: Statement): Promise<boolean> {
  return (await changedRows(c, statement)) === 1
}
