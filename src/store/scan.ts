// Looking through a long list for what may be rare: a bounded number of rows at a time, and the place where it stopped.
import type { Connection } from './database.ts'

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

/** Up to `limit` rows; fewer when the list ends or the patience does. */
export async function scan<Row extends { id: number }>(
  c: Connection,
  query: ScanQuery,
  limit: number,
  { columns = '*', statements = MOST_STATEMENTS }: { columns?: string; statements?: number } = {},
): Promise<Scanned<Row>> {
  const rows: Row[] = []
  let before = query.before
  let reached: Scanned<Row>['reached']
  for (let round = 0; round < statements && rows.length < limit; round++) {
    const found = await scanOnce<Row>(c, query, { before, limit: limit - rows.length, columns })
    rows.push(...found.rows)
    reached = found.reached
    if (!reached) break
    before = reached.id
  }
  return { rows, reached }
}

async function scanOnce<Row extends { id: number }>(
  c: Connection,
  { table, at, values, scopes, filters }: ScanQuery,
  { before, limit, columns }: { before: number; limit: number; columns: string },
): Promise<Scanned<Row>> {
  // Without a filter every row is wanted.
  const look = filters.length === 0 ? limit : AT_A_TIME
  const place = values.length
  const result = await c.query<Row & { seen: number; last_id: number | null; last_at: Date | null }>({
    text: `with looked as materialized (
             select ${columns} from ${table} where ${[...scopes, `id < $${place + 1}`].join(' and ')} order by id desc limit $${place + 2}
           ), found as (
             select * from looked ${filters.length === 0 ? '' : `where ${filters.join(' and ')}`} order by id desc limit $${place + 3}
           )
           select found.*, s.seen, s.last_id, s.last_at
           from (select count(*) as seen, min(id) as last_id, min(${at}) as last_at from looked) s left join found on true
           order by found.id desc`,
    values: [...values, before, look, limit],
  })
  const { seen, last_id, last_at } = result.rows[0]!
  const rows = result.rows.filter((row) => row.id !== null)
  // More of the looked-at rows may match than were wanted: what was not read yet begins after the last one answered.
  const full = rows.length === limit
  const last = full ? rows.at(-1)!.id : last_id
  const more = seen === look && last !== null
  return {
    rows: rows.map(({ seen: _seen, last_id: _id, last_at: _at, ...row }) => row as unknown as Row),
    reached: more || (full && last !== last_id) ? { id: last!, at: last_at! } : undefined,
  }
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
  return result.rows[0]!.id
}
