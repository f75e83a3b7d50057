// Stores templates that a provider has approved. Each connection has one list, and each read replaces the whole list.
// Admission reads the list when it accepts a message.
import type { ApprovedShape, ApprovedTemplate } from '../../channels/approved-template.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

export interface ApprovedRow {
  connection_id: number
  name: string
  language: string
  status: string
  refusal: string | null
  category: string | null
  shape: ApprovedShape
}

export interface TemplateKey {
  connection_id: number
  name: string
  language: string
}

/**
 * Returns the requested templates that are in the lists of their connections. Ignores a list that was read with other
 * settings of the connection.
 */
export async function findApproved(c: Connection, keys: TemplateKey[]): Promise<ApprovedRow[]> {
  return rowsOf<ApprovedRow>(c, {
    name: 'find-approved',
    text: `select t.connection_id, t.name, t.language, t.status, t.refusal, t.category, t.shape
           from json_to_recordset($1::json) as w(connection_id bigint, name text, language text)
           join approved_templates t on t.connection_id = w.connection_id and t.name = w.name and t.language = w.language
           join approved_lists l on l.connection_id = t.connection_id
           join connections c on c.id = t.connection_id and c.version = l.version`,
    values: [asJson(keys)],
  })
}

/**
 * Claims lists that are due, and returns their connections. Concurrent processes never claim the same list. A list is
 * due in each of these cases:
 * - It was never requested with the current settings of the connection.
 * - It was not requested since `before`.
 * - The last request for the list had no result, and was made before `retryBefore`.
 */
export async function takeDueLists(
  c: Connection,
  now: Date,
  { channels, before, retryBefore, most }: { channels: string[]; before: Date; retryBefore: Date; most: number },
): Promise<number[]> {
  const result = await c.query<{ connection_id: number }>({
    text: `insert into approved_lists as l (connection_id, version, asked_at)
           select c.id, c.version, $1 from connections c left join approved_lists k on k.connection_id = c.id
           where c.channel = any($2::text[]) and (k.version is distinct from c.version or k.asked_at < $3
             or (k.asked_at < $4 and k.read_at is distinct from k.asked_at))
           order by c.id limit $5
           on conflict (connection_id) do update set version = excluded.version, asked_at = excluded.asked_at
             where l.version <> excluded.version or l.asked_at < $3
               or (l.asked_at < $4 and l.read_at is distinct from l.asked_at)
           returning connection_id`,
    values: [now, channels, before, retryBefore, most],
  })
  return result.rows.map((row) => row.connection_id)
}

/** Makes a list due, even if it was read a short time ago. */
export async function requestApprovalList(c: Connection, connectionId: number): Promise<void> {
  await c.query({
    text: `update approved_lists set asked_at = '-infinity' where connection_id = $1`,
    values: [connectionId],
  })
}

/**
 * Replaces the list. Locks the row of the list, so that the results of concurrent reads are stored one after the other.
 */
export async function storeApprovedTemplates(
  tx: Transaction,
  now: Date,
  { id, version }: { id: number; version: number },
  templates: ApprovedTemplate[],
): Promise<void> {
  await tx.query({
    text: `insert into approved_lists (connection_id, version, asked_at, read_at) values ($1, $2, $3, $3)
           on conflict (connection_id) do update set version = $2, asked_at = $3, read_at = $3, problem = null`,
    values: [id, version, now],
  })
  await tx.query({ text: 'delete from approved_templates where connection_id = $1', values: [id] })
  await tx.query({
    text: `insert into approved_templates (connection_id, name, language, status, refusal, category, body, shape)
           select $1, name, language, status, refusal, category, body, shape
           from json_to_recordset($2::json)
             as t(name text, language text, status text, refusal text, category text, body text, shape jsonb)`,
    values: [id, asJson(templates)],
  })
}

/** Stores the reason why the list could not be read. The templates of the last successful read stay. */
export async function storeListProblem(c: Connection, id: number, problem: string): Promise<void> {
  await c.query({
    text: 'update approved_lists set problem = $2 where connection_id = $1',
    values: [id, problem],
  })
}

export interface ListState {
  read_at: Date | null
  problem: string | null
}

export async function listState(c: Connection, connectionId: number): Promise<ListState | undefined> {
  return firstRowOf<ListState>(c, {
    text: 'select read_at, problem from approved_lists where connection_id = $1',
    values: [connectionId],
  })
}

export interface ApprovedListRow extends Omit<ApprovedRow, 'connection_id'> {
  body: string
}

/** Returns templates after `after`, ordered by name and language. `q` is a part of the name. */
export async function listApproved(
  c: Connection,
  connectionId: number,
  { after, q, limit }: { after: [name: string, language: string]; q?: string; limit: number },
): Promise<ApprovedListRow[]> {
  return rowsOf<ApprovedListRow>(c, {
    text: `select name, language, status, refusal, category, body, shape from approved_templates
           where connection_id = $1 and (name, language) > ($2, $3) and ($4::text is null or strpos(name, lower($4)) > 0)
           order by name, language limit $5`,
    values: [connectionId, ...after, q ?? null, limit],
  })
}
