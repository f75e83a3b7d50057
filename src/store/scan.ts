// Looking through a long list for what may be rare: a bounded number of rows at a time, and the place where it stopped.
import { records } from '../limits.ts'
import type { Connection } from './database.ts'
import { sizesOf } from './page.ts'
import { onlyRow } from './rows.ts'

/** Rows that one statement looks at. Each costs one page of the table at worst, so that it reads fewer than 1,000. */
const AT_A_TIME = 800
/** Statements for one answer; after them the answer is a short one that says how far they came. */
const MOST_STATEMENTS = 8

export interface Scanned<Row> {
  rows: Row[]
  /** The last row that was looked at; undefined at the end of the list. */
  reached: { id: number; at: Date } | undefined
}

export interface ScanQuery {
  table: string
  at: string
  before: number
  values: unknown[]
  scopes: string[]
  filters: string[]
  /** What an index answers together with the order of ids. Undefined values are passed over. */
  scope(column: string, value: unknown): void
  /** The same in words of its own, such as a bound on the ids. */
  within(condition: (place: string) => string, value: unknown): void
  /** What is looked for among the rows of the scope. */
  filter(condition: (place: string) => string, value: unknown): void
}

/** `at`: the column that tells how far back a row lies. Ids below `before`, newest first. */
export function scanQuery(table: string, at: string, before: number): ScanQuery {
  const values: unknown[] = []
  const add = (list: string[], condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    list.push(condition(`$${values.length}`))
  }
  const scopes: string[] = []
  const filters: string[] = []
  return {
    table,
    at,
    before,
    values,
    scopes,
    filters,
    scope: (column, value) => add(scopes, (place) => `${column} = ${place}`, value),
    within: (condition, value) => add(scopes, condition, value),
    filter: (condition, value) => add(filters, condition, value),
  }
}

export interface ScanOptions {
  columns?: string
  statements?: number
  /** Bytes of a row's large values, as SQL: the answer ends early at the bytes of a page, after at least one row. */
  size?: string
}

/** Up to `limit` rows; fewer when the list, the bytes of a page or the patience ends. */
export async function scan<Row extends { id: number }>(
  c: Connection,
  query: ScanQuery,
  limit: number,
  { columns = '*', statements = MOST_STATEMENTS, size = '0' }: ScanOptions = {},
): Promise<Scanned<Row>> {
  const rows: Row[] = []
  let before = query.before
  let reached: Scanned<Row>['reached']
  let bytesLeft: number = records.pageBytes
  for (let round = 0; round < statements && rows.length < limit; round++) {
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
  /** Bytes that the answer still has room for. */
  bytesLeft: number
  /** The answer has no rows yet, so that the first one is taken whatever its size. */
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
  { table, at, values, scopes, filters }: ScanQuery,
  { before, limit, columns, size, bytesLeft, isFirst }: Batch,
): Promise<Scanned<Row> & { bytes: number; isCut: boolean }> {
  // Without a filter every row is wanted.
  const readLimit = filters.length === 0 ? limit : AT_A_TIME
  const parameterCount = values.length
  const [from, mostLooked, most, budget, first] = [1, 2, 3, 4, 5].map((n) => `$${parameterCount + n}`)
  const result = await c.query<Row & ScanResult>({
    text: `with recursive looked as materialized (
             select ${columns} from ${table} where ${[...scopes, `id < ${from}`].join(' and ')} order by id desc limit ${mostLooked}
           ), found as materialized (
             select looked.*, row_number() over (order by id desc) as place
             from looked ${filters.length === 0 ? '' : `where ${filters.join(' and ')}`} order by id desc limit ${most}
           ), ${sizesOf('found', size, `${budget}::bigint`)}
           select f.*, s.seen, s.last_id, s.last_at, s.matched
           from (
             select count(*) as seen, min(id) as last_id, min(${at}) as last_at, (select count(*) from found) as matched from looked
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
  // More of the looked-at rows may match than were wanted: what was not read yet begins after the last one answered.
  const full = isCut || found.length === limit
  const last = full ? (end?.id ?? null) : last_id
  const more = seen === readLimit || (full && last !== last_id)
  // Without the added columns the row is a Row again, which no type can follow.
  const rows = found.map(
    ({ place: _place, total: _total, own_at: _own, seen: _seen, last_id: _id, last_at: _at, matched: _m, ...row }) =>
      row as unknown as Row,
  )
  const lastAt = isCut && end ? end.own_at : last_at
  const reached = more && last !== null && lastAt !== null ? { id: last, at: lastAt } : undefined
  return { rows, reached, bytes: end?.total ?? 0, isCut }
}

/** Rows are written at most this much out of the order of their ids: processes reserve ids in advance. */
const OUT_OF_ORDER = 30_000

/**
 * The smallest id from which on rows are as young as `at`, found by halving: ids rise with time. Read with a margin, so
 * that `side` 'from' is never too high and 'to' never too low.
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
