// Opt-outs: email addresses that want no more messages of a workspace.
import { emailKey } from '../../lib/text/email-address.ts'
import { asJson, type Connection } from '../database.ts'

export interface OptOutRow {
  id: number
  mode: 'live' | 'test'
  address: string
  delivery_id: number | null
  at: Date
}

interface Holder {
  workspace_id: number
  mode: string
  address: string
}

/** Keeps one; the first for an address stays as it is. The address is a key (lib/text/email-address.ts), as are all here. */
export async function insertOptOut(
  c: Connection,
  now: Date,
  { workspace_id, mode, address, delivery_id }: Holder & { delivery_id: number | null },
): Promise<void> {
  await c.query({
    text: `insert into opt_outs (workspace_id, mode, address, delivery_id, at) values ($1, $2, $3, $4, $5)
           on conflict (workspace_id, mode, address) do nothing`,
    values: [workspace_id, mode, address, delivery_id, now],
  })
}

export async function findOptOut(c: Connection, holder: Holder): Promise<OptOutRow | undefined> {
  const result = await c.query<OptOutRow>({
    text: `select id, mode, address, delivery_id, at from opt_outs
           where workspace_id = $1 and mode = $2 and address = $3`,
    values: [holder.workspace_id, holder.mode, holder.address],
  })
  return result.rows[0]
}

/** Returns those of the addresses that opted out; addresses are given and returned as keys. */
export async function findOptOuts(c: Connection, holders: Holder[]): Promise<(Holder & { at: Date })[]> {
  const result = await c.query<Holder & { at: Date }>({
    name: 'find-opt-outs',
    text: `select o.workspace_id, o.mode, o.address, o.at
           from json_to_recordset($1::json) as h(workspace_id bigint, mode text, address text)
           join opt_outs o on o.workspace_id = h.workspace_id and o.mode = h.mode and o.address = h.address`,
    values: [asJson(holders)],
  })
  return result.rows
}

/** Which of these workspaces have any. */
export async function workspacesWithOptOuts(c: Connection, workspaceIds: number[]): Promise<number[]> {
  const result = await c.query<{ id: number }>({
    name: 'workspaces-with-opt-outs',
    text: `select w.id from unnest($1::bigint[]) as w(id)
           where exists (select from opt_outs o where o.workspace_id = w.id)`,
    values: [workspaceIds],
  })
  return result.rows.map((row) => row.id)
}

/** Newest first, below `after`. `q`: a part of the address; `address`: all of it. */
export async function listOptOuts(
  c: Connection,
  workspaceId: number,
  { mode, q, address, after, limit }: { mode: string; q?: string; address?: string; after: number; limit: number },
): Promise<OptOutRow[]> {
  const result = await c.query<OptOutRow>({
    text: `select id, mode, address, delivery_id, at from opt_outs
           where workspace_id = $1 and mode = $2 and id < $3 and ($4::text is null or strpos(address, $4) > 0)
             and ($6::text is null or address = $6)
           order by id desc limit $5`,
    values: [workspaceId, mode, after, keyOrNull(q), limit, keyOrNull(address)],
  })
  return result.rows
}

export async function deleteOptOut(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  const result = await c.query({
    text: 'delete from opt_outs where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
  return result.rowCount === 1
}

/** Lifts one that was made up to a moment. */
export async function deleteOptOutUpTo(c: Connection, holder: Holder, at: Date): Promise<void> {
  await c.query({
    text: 'delete from opt_outs where workspace_id = $1 and mode = $2 and address = $3 and at <= $4',
    values: [holder.workspace_id, holder.mode, holder.address, at],
  })
}

const keyOrNull = (text: string | undefined) => (text === undefined ? null : emailKey(text))
