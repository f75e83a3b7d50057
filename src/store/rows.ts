// Statements of which the caller needs one thing: all rows, the first one, or how many rows were changed.
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

export async function changedRows(c: Connection, statement: Statement): Promise<number> {
  const { rowCount } = await c.query(statement)
  return rowCount ?? 0
}

/** Returns whether the statement changed exactly one row. */
export async function changesOneRow(c: Connection, statement: Statement): Promise<boolean> {
  return (await changedRows(c, statement)) === 1
}
