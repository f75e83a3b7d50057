// Every place where a sealed value is kept, for exchanging the key that sealed it.
import type { Connection } from './database.ts'

export interface SealedPlace {
  table: 'keys' | 'connections' | 'subscriptions' | 'letters'
  column: 'sealed' | 'secrets' | 'secret' | 'previous_secret' | 'body'
  /** What its values are sealed for. */
  purpose: 'key' | 'connection' | 'subscription' | 'letter'
}

export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'keys', column: 'sealed', purpose: 'key' },
  { table: 'connections', column: 'secrets', purpose: 'connection' },
  { table: 'subscriptions', column: 'secret', purpose: 'subscription' },
  { table: 'subscriptions', column: 'previous_secret', purpose: 'subscription' },
  { table: 'letters', column: 'body', purpose: 'letter' },
]

export interface SealedRow {
  id: number
  sealed: Buffer
}

/** In the order of their ids, after `after`. */
export async function readSealed(
  c: Connection,
  { table, column }: SealedPlace,
  after: number,
  most: number,
): Promise<SealedRow[]> {
  const result = await c.query<SealedRow>({
    text: `select id, ${column} as sealed from ${table} where id > $1 and ${column} is not null order by id limit $2`,
    values: [after, most],
  })
  return result.rows
}

/** One row a statement, which waits for nobody while it holds another's lock. A value that changed meanwhile stays. */
export async function replaceSealed(
  c: Connection,
  { table, column }: SealedPlace,
  row: SealedRow,
  to: Buffer,
): Promise<void> {
  await c.query({
    text: `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`,
    values: [row.id, row.sealed, to],
  })
}
