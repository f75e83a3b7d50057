// The queue of imports. A worker claims an import and applies a set of its rows. In the same transaction, it moves the
// import to its next set.
import { CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf } from '../rows.ts'
import type { ImportRow } from './imports.ts'

export interface ClaimedImport {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  dry_run: boolean
  match_by: ImportRow['match_by']
  header: string[]
  claim_version: number
  failures: number
}

/** Claims the import that became due first, under a lease until `leaseUntil`. */
export async function claimImport(c: Connection, now: Date, leaseUntil: Date): Promise<ClaimedImport | undefined> {
  return firstRowOf<ClaimedImport>(c, {
    name: 'claim-import',
    text: `update imports set state = 'applying', attempt = attempt + 1, next_at = $2, started_at = coalesce(started_at, $1)
           where id = any(array(
             select id from imports where ended_at is null and state in ('waiting', 'applying') and next_at <= $1
             order by next_at, id limit 1 for update skip locked))
           returning id, workspace_id, mode, dry_run, match_by, header, ${CLAIM_VERSION}, failures`,
    values: [now, leaseUntil],
  })
}

type ImportClaim = Pick<ClaimedImport, 'id' | 'claim_version'>

/**
 * Returns the position of a claimed import. The import is locked until the transaction ends. Returns undefined if
 * another process has claimed the import since.
 */
export async function lockImport(tx: Transaction, { id, claim_version }: ImportClaim): Promise<number | undefined> {
  const result = await tx.query<{ position: number }>({
    name: 'lock-import',
    text: `select position from imports where id = $1 and attempt = $2 and state = 'applying' for update`,
    values: [id, claim_version],
  })
  return result.rows[0]?.position
}

interface RowSet {
  rows: { line: number; record: string[] }[]
  /** True if the import has no rows after these rows. */
  isLast: boolean
}

/**
 * Reads the next rows to apply. Reads at most `most` rows, and stops as soon as the rows together have `characters` or
 * more characters.
 */
export async function readRows(
  tx: Transaction,
  id: number,
  after: number,
  { most, characters }: { most: number; characters: number },
): Promise<RowSet> {
  // Read the rows one by one, so that the database decompresses only the rows that are returned. 500 long rows have 125
  // MB.
  const { rows } = await tx.query<{ line: number; record: string[]; total: number }>({
    name: 'read-import-rows-of-a-set',
    text: `with recursive next as (
             (select line, record, length(record::text) as total, 1 as place from import_rows
              where import_id = $1 and line > $2 and problems is null order by line limit 1)
             union all
             select r.line, r.record, n.total + length(r.record::text), n.place + 1
             from next n cross join lateral (
               select line, record from import_rows
               where import_id = $1 and line > n.line and problems is null order by line limit 1) r
             where n.place < $3 and n.total < $4
           )
           select line, record, total from next order by line`,
    values: [id, after, most, characters],
  })
  return { rows, isLast: rows.length < most && (rows.at(-1)?.total ?? 0) < characters }
}

/**
 * Returns the line of the file that matched each of these recipients in an earlier set of the import. The result lacks
 * recipients that no earlier line matched.
 */
export async function readImportPeople(
  tx: Transaction,
  id: number,
  recipients: number[],
): Promise<Map<number, number>> {
  const result = await tx.query<{ recipient_id: number; line: number }>({
    name: 'read-import-people',
    text: 'select recipient_id, line from import_people where import_id = $1 and recipient_id = any($2::bigint[])',
    values: [id, recipients],
  })
  return new Map(result.rows.map((row) => [row.recipient_id, row.line]))
}

/** Stores which recipients the lines of a set matched. */
export function keepImportPeople(tx: Transaction, id: number, people: { recipient: number; line: number }[]): void {
  tx.send({
    name: 'keep-import-people',
    text: `insert into import_people (import_id, recipient_id, line)
           select $1, p.recipient, p.line from json_to_recordset($2::json) as p(recipient bigint, line int)`,
    values: [id, asJson(people)],
  })
}

export interface SetResult {
  created: number
  updated: number
  unchanged: number
  refused: { line: number; problems: Record<string, string[]> }[]
  /** The set contains the lines above `from`, up to `upTo`. */
  from: number
  upTo: number
}

/**
 * Stores the result of a set, in the transaction that applied the set. The import can then be claimed for its next set.
 */
export function settleSet(tx: Transaction, now: Date, id: number, result: SetResult): void {
  if (result.refused.length > 0)
    tx.send({
      name: 'refuse-import-rows',
      text: `update import_rows r set problems = p.problems
             from json_to_recordset($2::json) as p(line int, problems json) where r.import_id = $1 and r.line = p.line`,
      values: [id, asJson(result.refused)],
    })
  tx.send({
    name: 'drop-import-rows',
    text: 'delete from import_rows where import_id = $1 and line > $2 and line <= $3 and problems is null',
    values: [id, result.from, result.upTo],
  })
  tx.send({
    name: 'settle-import',
    text: `update imports set position = $2, created = created + $3, updated = updated + $4, unchanged = unchanged + $5,
             refused = refused + $6, failures = 0, problem = null, next_at = $7
           where id = $1`,
    values: [id, result.upTo, result.created, result.updated, result.unchanged, result.refused.length, now],
  })
}

export function finishImport(tx: Transaction, now: Date, id: number): void {
  tx.send({ text: `update imports set state = 'done', ended_at = $2 where id = $1`, values: [id, now] })
  tx.send({ text: 'delete from import_people where import_id = $1', values: [id] })
}

/**
 * Records a failed attempt. The import is retried at `nextAt`. If `nextAt` is null, the import has failed. Rows that
 * were already applied are not undone.
 */
export async function recordImportFailure(
  c: Connection,
  now: Date,
  { id, claim_version }: ImportClaim,
  problem: string,
  nextAt: Date | null,
): Promise<void> {
  await c.query({
    text: `with put as (
             update imports set failures = failures + 1, problem = $3, next_at = coalesce($4, next_at),
               state = case when $4::timestamptz is null then 'failed' else state end,
               ended_at = case when $4::timestamptz is null then $5::timestamptz end
             where id = $1 and attempt = $2 and state = 'applying' returning id, ended_at
           )
           delete from import_people where import_id in (select id from put where ended_at is not null)`,
    values: [id, claim_version, problem, nextAt, now],
  })
}

const MOST_DROPPED = 5000

/**
 * Deletes the rows that store which recipients an ended import matched. Such rows remain if the import was cancelled
 * while a set was being applied, or if a process of 0.1.0 applied the import. Returns true if more such rows may exist.
 */
export async function dropImportPeople(c: Connection): Promise<boolean> {
  const result = await c.query({
    text: `delete from import_people where ctid = any(array(
             select ctid from import_people where import_id = any(array(
               select id from imports i
               where ended_at is not null and exists (select from import_people p where p.import_id = i.id)))
             limit ${MOST_DROPPED}))`,
  })
  return result.rowCount === MOST_DROPPED
}

/** Releases a claim whose set was not started, or was not committed because of a temporary error. */
export async function releaseImport(c: Connection, now: Date, { id, claim_version }: ImportClaim): Promise<void> {
  await c.query({
    text: `update imports set next_at = $3 where id = $1 and attempt = $2 and state = 'applying'`,
    values: [id, claim_version, now],
  })
}
