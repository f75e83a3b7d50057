// Reads a page of a list whose rows may be large. A page has a maximum number of rows and a maximum number of bytes.
// The database counts the bytes.
import { records } from '../limits.ts'
import type { Connection } from './database.ts'

export interface Page<Row> {
  rows: Row[]
  /** True if the list has more rows after this page. */
  more: boolean
}

export interface PageQuery {
  /** The columns of the result. They are computed only for the rows of the page. */
  columns: string
  /** An SQL query for the list, without an order and without a limit. */
  list: string
  values: unknown[]
  /** The column by which the list is ordered. With `desc`, the newest rows come first. */
  order: string
  /** An SQL expression over the columns of `list`. Its result is the number of bytes of a row's large values. */
  size: string
  limit: number
}

/** Maximum number of bytes of the small values of a row. `size` counts only the large values. */
const OTHER_VALUES = 2000

/**
 * Returns a common table expression that adds up the sizes of the rows of `numbered`. Its column `place` contains the
 * numbers of the rows, starting at 1. The sum stops at the first row that exceeds `budget`, which is an SQL expression.
 * The database therefore does not decompress the values of later rows only to compute their size.
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

/**
 * Reads a page. It contains the first row of the list, even if this row is very large. The page ends before `limit` or
 * the maximum number of bytes is exceeded.
 */
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
  // Without the added column, the row is a Row, but TypeScript cannot express this.
  return { rows: result.rows.map(({ page_has_more: _, ...row }) => row as unknown as Row), more }
}
