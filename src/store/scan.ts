// Scans a long list for rows that may be rare. Each statement reads a limited number of rows. The result includes the
// position at which the scan stopped.
import { records } from '../limits.ts'
import type { Connection } from './database.ts'
import { sizesOf } from './page.ts'
import { onlyRow } from './rows.ts'

/**
 * Number of rows that one statement reads. Even if each row is on a different page of the table, a statement reads
 * fewer than 1,000 pages.
 */
const AT_A_TIME = 800
/**
 * Maximum number of statements for one response. At this limit the scan stops. The response then contains the rows
 * that were found, which may be few, and the position at which the scan stopped.
 */
const MOST_STATEMENTS = 8
/**
 * The numbers for a query whose filters read another row for each scanned row. A statement then scans fewer rows, so
 * that it still reads fewer than 1,000 pages, and a response takes more statements.
 */
const AT_A_TIME_WITH_LOOKUPS = 120
const MOST_STATEMENTS_WITH_LOOKUPS = 50
/** Maximum number of milliseconds after which a scan with lookups starts no further statement. */
const LONGEST_WITH_LOOKUPS = 1500

export interface Scanned<Row> {
  rows: Row[]
  /** The last row that was read. Undefined at the end of the list. */
  reached: { id: number; at: Date } | undefined
}

export interface ScanQuery {
  table: string
  at: string
  before: number
  values: unknown[]
  scopes: string[]
  filters: string[]
  /** True if a filter reads another row for each scanned row. */
  hasLookups: boolean
  /**
   * Adds a condition on a column. An index must find the matching rows in the order of their ids. Has no effect if
   * `value` is undefined.
   */
  scope(column: string, value: unknown): void
  /** Does the same as `scope`, but with a condition in SQL, for example a limit for the ids. */
  within(condition: (place: string) => string, value: unknown): void
  /** Adds a condition that no index supports. The scan checks it for each row that the scopes select. */
  filter(condition: (place: string) => string, value: unknown): void
  /** Does the same as `filter`, but with a condition that reads another row for each row that it checks. */
  lookup(condition: (place: string) => string, value: unknown): void
}

/** Returns a query for ids below `before`, newest first. `at` is the column that contains the time of a row. */
export function scanQuery(table: string, at: string, before: number): ScanQuery {
  const values: unknown[] = []
  const add = (list: string[], condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    list.push(condition(`$${values.length}`))
  }
  const scopes: string[] = []
  const filters: string[] = []
  const query: ScanQuery = {
    table,
    at,
    before,
    values,
    scopes,
    filters,
    hasLookups: false,
    scope: (column, value) => add(scopes, (place) => `${column} = ${place}`, value),
    within: (condition, value) => add(scopes, condition, value),
    filter: (condition, value) => add(filters, condition, value),
    lookup(condition, value) {
      add(filters, condition, value)
      if (value !== undefined) query.hasLookups = true
    },
  }
  return query
}

export interface ScanOptions {
  columns?: string
  statements?: number
  /**
   * An SQL expression for the number of bytes of a row's large values. The response ends when it reaches the size of a
   * page, but has at least one row.
   */
  size?: string
}

/**
 * Returns up to `limit` rows. Returns fewer rows if the scan reaches the end of the list, the size of a page, or the
 * maximum number of statements.
 */
export async function scan<Row extends { id: number }>(
  c: Connection,
  query: ScanQuery,
  limit: number,
  { columns = '*', statements, size = '0' }: ScanOptions = {},
): Promise<Scanned<Row>> {
  const rows: Row[] = []
  let before = query.before
  let reached: Scanned<Row>['reached']
  let bytesLeft: number = records.pageBytes
  const most = statements ?? (query.hasLookups ? MOST_STATEMENTS_WITH_LOOKUPS : MOST_STATEMENTS)
  const end = performance.now() + LONGEST_WITH_LOOKUPS
  for (let round = 0; round < most && rows.length < limit; round++) {
    if (query.hasLookups && round > 0 && performance.now() > end) break
    const batch = { before, limit: limit - rows.length, columns, size, bytesLeft, isFirst: rows.length === 0 }
    const found = await scanOnce<Row>(c, query, batch)
    rows.push(...found.rows)
    reached = found.reached ?? (found.isCut ? reached : undefined)
    if (!reached || found.isCut) break
    before = reached.id
    bytesLeft -= found.bytes
  }
  return { rows, reached }
}

interface Batch {
  before: number
  limit: number
  columns: string
  size: string
  /** The number of bytes that the response can still contain. */
  bytesLeft: number
  /** True if the response has no rows yet. The first row is then returned even if it is too large. */
  isFirst: boolean
}

interface ScanResult {
  place: number | null
  total: number
  own_at: Date
  seen: number
  last_id: number | null
  last_at: Date | null
  matched: number
}

async function scanOnce<Row extends { id: number }>(
  c: Connection,
  { table, at, values, scopes, filters, hasLookups }: ScanQuery,
  { before, limit, columns, size, bytesLeft, isFirst }: Batch,
): Promise<Scanned<Row> & { bytes: number; isCut: boolean }> {
  const readLimit = filters.length === 0 ? limit : hasLookups ? AT_A_TIME_WITH_LOOKUPS : AT_A_TIME
  const parameterCount = values.length
  const [from, mostScanned, most, budget, first] = [1, 2, 3, 4, 5].map((n) => `$${parameterCount + n}`)
  const result = await c.query<Row & ScanResult>({
    text: `with recursive scanned as materialized (
             select ${columns} from ${table} where ${[...scopes, `id < ${from}`].join(' and ')} order by id desc limit ${mostScanned}
           ), found as materialized (
             select scanned.*, row_number() over (order by id desc) as place
             from scanned ${filters.length === 0 ? '' : `where ${filters.join(' and ')}`} order by id desc limit ${most}
           ), ${sizesOf('found', size, `${budget}::bigint`)}
           select f.*, s.seen, s.last_id, s.last_at, s.matched
           from (
             select count(*) as seen, min(id) as last_id, min(${at}) as last_at, (select count(*) from found) as matched from scanned
           ) s left join (
             select found.*, found.${at} as own_at, sizes.total from sizes join found on found.place = sizes.place
             where sizes.total <= ${budget}::bigint or (sizes.place = 1 and ${first}::boolean)
           ) f on true
           order by f.id desc`,
    values: [...values, before, readLimit, limit, bytesLeft, isFirst],
  })
  const { seen, last_id, last_at, matched } = onlyRow(result)
  const found = result.rows.filter((row) => row.place !== null)
  const end = found.at(-1)
  const isCut = found.length < matched
  // The scanned rows may contain more matches than were requested. The next page therefore begins after the last
  // returned row.
  const full = isCut || found.length === limit
  const last = full ? (end?.id ?? null) : last_id
  const more = seen === readLimit || (full && last !== last_id)
  // Without the added columns, the row is a Row, but TypeScript cannot express this.
  const rows = found.map(
    ({ place: _place, total: _total, own_at: _own, seen: _seen, last_id: _id, last_at: _at, matched: _m, ...row }) =>
      row as unknown as Row,
  )
  const lastAt = isCut && end ? end.own_at : last_at
  const reached = more && last !== null && lastAt !== null ? { id: last, at: lastAt } : undefined
  return { rows, reached, bytes: end?.total ?? 0, isCut }
}

/**
 * Processes reserve ids in advance, so a row with a higher id may be older. This is the maximum number of milliseconds
 * by which it may be older.
 */
const OUT_OF_ORDER = 30_000

/**
 * Returns the lowest id of a row with the time `at` or later. Uses binary search, because newer rows have higher ids.
 * The ids are not exactly in the order of the times, so the search uses a margin: with `side` 'from', the result is
 * never too high. With 'to', it is never too low.
 */
export async function idAt(
  c: Connection,
  table: string,
  column: string,
  at: Date,
  side: 'from' | 'to',
): Promise<number> {
  const moment = new Date(at.getTime() + (side === 'from' ? -OUT_OF_ORDER : OUT_OF_ORDER))
  const result = await c.query<{ id: number }>({
    text: `with recursive halving(low, high) as (
             select coalesce((select min(id) from ${table}), 1), coalesce((select max(id) from ${table}), 0) + 1
             union all
             select case when middle.id is not null and middle.at < $1 then middle.id + 1 else low end,
                    case when middle.id is null or middle.at >= $1 then (low + high) / 2 else high end
             from halving left join lateral (
               select id, ${column} as at from ${table} where id >= (low + high) / 2 and id < high order by id limit 1
             ) middle on true
             where low < high
           )
           select high as id from halving where low >= high limit 1`,
    values: [moment],
  })
  return onlyRow(result).id
}
