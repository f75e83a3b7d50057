// Reads a page of a list whose rows may be large. The page also ends at a number of bytes, which the database counts.
import { records } from '../limits.ts'
import type { Connection } from './database.ts'

export interface Page<Row> {
  rows: Row[]
  /** The list has more rows after this page. */
  more: boolean
}

export interface PageQuery {
  /** The columns of the result, computed only for the rows of the page. */
  columns: string
  /** The list without an order or a limit. */
  list: string
  values: unknown[]
  /** The column of the cursor, with `desc` for newest first. */
  order: string
  /** Bytes of a row's large values, as an expression over the columns of `list`. */
  size: string
  limit: number
}

/** Maximum number of bytes of a row's other values. `size` therefore counts only the large values. */
const OTHER_VALUES = 2000

/**
 * Returns a common table expression that adds up the sizes of the rows of `numbered`. The column `place` numbers these
 * rows from 1. The sum stops at the first row that exceeds `budget` (SQL), so that the database does not decompress
 * later values only for their size.
 */
export function sizesOf(numbered: string, size: string, budget: string): string {
  const bytes = `(${size})::bigint + ${OTHER_VALUES}`
  return `sizes(place, total) as (
            select ${numbered}.place, ${bytes} from ${numbered} where ${numbered}.place = 1
            union all
            select ${numbered}.place, sizes.total + ${bytes} from sizes join ${numbered} on ${numbered}.place = sizes.place + 1
            where sizes.total <= ${budget}
          )`
}

/** Reads a page: at least one row, at most `limit` rows, and no more bytes than a page may have. */
export async function readPage<Row extends object>(
  c: Connection,
  { columns, list, values, order, size, limit }: PageQuery,
): Promise<Page<Row>> {
  const [most, budget] = [`$${values.length + 1}`, `$${values.length + 2}::bigint`]
  const result = await c.query<Row & { page_has_more: boolean }>({
    text: `with recursive listed as materialized (
             select l.*, row_number() over (order by l.${order}) as place from (${list} order by ${order} limit ${most}) l
           ), ${sizesOf('listed', size, budget)}
           select ${columns}, listed.place < (select count(*) from listed) as page_has_more
           from sizes join listed on listed.place = sizes.place
           where sizes.place < ${most} and (sizes.total <= ${budget} or sizes.place = 1) order by sizes.place`,
    values: [...values, limit + 1, records.pageBytes],
  })
  const more = result.rows.at(-1)?.page_has_more ?? false
  // TypeScript cannot express that the row without the added column is a Row.
  return { rows: result.rows.map(({ page_has_more: _, ...row }) => row as unknown as Row), more }
}
