// Stores opt-outs. An opt-out is an address to which a workspace sends no more messages, or no more advertising, on a
// channel.
import { addressTable } from '../../channels/addresses.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import { asJson, type Connection } from '../database.ts'
import { emailKeyOf } from '../email-key.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

export interface OptOutRow {
  id: number
  mode: 'live' | 'test'
  channel: string
  address: string
  delivery_id: number | null
  at: Date
}

export interface OptOutHolder {
  workspace_id: number
  mode: string
  channel: string
  address: string
}

/**
 * Version 0.1.0 also writes opt-outs of these channels. Such an opt-out contains only the key of the address
 * (lib/text/email-address.ts). Opt-outs of other channels also contain the name of the channel.
 */
const UNPREFIXED = ['email', 'whatsapp']
const { texts, ignoringCase } = addressTable()
const FOLDED = new Set([
  ...UNPREFIXED,
  ...texts.flatMap(({ field, channel }) => (ignoringCase.has(field) ? channel : [])),
])

/**
 * Returns the value of the column `address` for an opt-out: the name of the channel, a colon, and the address. An
 * address in which upper and lower case do not matter is converted to one form (`emailKey`). For email and WhatsApp,
 * the value does not contain the channel, because 0.1.0 writes this form. A value with an @ is for email, and any other
 * value without a channel is for WhatsApp. No address begins with the name of a channel and a colon.
 */
function storedAddress({ channel, address }: Pick<OptOutHolder, 'channel' | 'address'>): string {
  const compared = FOLDED.has(channel) ? emailKey(address) : address
  return UNPREFIXED.includes(channel) ? compared : `${channel}:${compared}`
}

/** Returns the SQL expression that converts a delivery's address to the form in which opt-outs store addresses. */
export function storedAddressOf(delivery: string): string {
  const isIn = (names: Iterable<string>) =>
    `${delivery}.channel in (${[...names].map((name) => `'${name}'`).join(', ')})`
  const prefix = `case when ${isIn(UNPREFIXED)} then '' else ${delivery}.channel || ':' end`
  const address = `${delivery}.address`
  return `(${prefix} || case when ${isIn(FOLDED)} then ${emailKeyOf(address)} else ${address} end)`
}

const PREFIX = `substring(address from '^([a-z0-9_]+):')`
const CHANNEL = `coalesce(${PREFIX}, case when strpos(address, '@') > 0 then 'email' else 'whatsapp' end)`
const ADDRESS = `substr(address, coalesce(length(${PREFIX}) + 2, 1))`
const COLUMNS = `id, mode, ${CHANNEL} as channel, ${ADDRESS} as address, delivery_id, at`

/** Stores an opt-out. If the address already has an opt-out, that opt-out stays unchanged. */
export async function insertOptOut(
  c: Connection,
  now: Date,
  holder: OptOutHolder & { delivery_id: number | null },
): Promise<void> {
  await c.query({
    text: `insert into opt_outs (workspace_id, mode, address, delivery_id, at) values ($1, $2, $3, $4, $5)
           on conflict (workspace_id, mode, address) do nothing`,
    values: [holder.workspace_id, holder.mode, storedAddress(holder), holder.delivery_id, now],
  })
}

export async function findOptOut(c: Connection, holder: OptOutHolder): Promise<OptOutRow | undefined> {
  return firstRowOf<OptOutRow>(c, {
    text: `select ${COLUMNS} from opt_outs where workspace_id = $1 and mode = $2 and address = $3`,
    values: [holder.workspace_id, holder.mode, storedAddress(holder)],
  })
}

/**
 * Finds the opt-outs of these addresses. Returns a function that returns the time of an address's opt-out, or undefined
 * if it has none.
 */
export async function findOptOuts(
  c: Connection,
  holders: OptOutHolder[],
): Promise<(holder: OptOutHolder) => Date | undefined> {
  const nameOf = (workspace: number, mode: string, stored: string) => `${workspace}/${mode}/${stored}`
  const rows = holders.map((holder) => ({ ...holder, address: storedAddress(holder) }))
  const result = await c.query<{ workspace_id: number; mode: string; address: string; at: Date }>({
    name: 'find-opt-outs',
    text: `select o.workspace_id, o.mode, o.address, o.at
           from json_to_recordset($1::json) as h(workspace_id bigint, mode text, address text)
           join opt_outs o on o.workspace_id = h.workspace_id and o.mode = h.mode and o.address = h.address`,
    values: [asJson(rows)],
  })
  const since = new Map(result.rows.map((row) => [nameOf(row.workspace_id, row.mode, row.address), row.at]))
  return (holder) => since.get(nameOf(holder.workspace_id, holder.mode, storedAddress(holder)))
}

/** Returns the ids of the deliveries whose address has opted out of their channel. */
export async function optedOutDeliveries(c: Connection, deliveryIds: number[]): Promise<number[]> {
  const result = await c.query<{ id: number }>({
    name: 'opted-out-deliveries',
    text: `select d.id from deliveries d
           join opt_outs o on o.workspace_id = d.workspace_id and o.mode = d.mode and o.address = ${storedAddressOf('d')}
           where d.id = any($1::bigint[])`,
    values: [deliveryIds],
  })
  return result.rows.map(({ id }) => id)
}

/** Returns the ids of the workspaces that have opt-outs. */
export async function workspacesWithOptOuts(c: Connection, workspaceIds: number[]): Promise<number[]> {
  const result = await c.query<{ id: number }>({
    name: 'workspaces-with-opt-outs',
    text: `select w.id from unnest($1::bigint[]) as w(id)
           where exists (select from opt_outs o where o.workspace_id = w.id)`,
    values: [workspaceIds],
  })
  return result.rows.map((row) => row.id)
}

export interface OptOutFilter {
  mode: 'live' | 'test'
  channel?: string
  /** If set, returns only the opt-outs whose address contains this text. Case of A to Z does not matter. */
  q?: string
  /** If set, returns only the opt-outs of these addresses. */
  holders?: Pick<OptOutHolder, 'channel' | 'address'>[]
  after: number
  limit: number
}

/** Returns opt-outs with ids below `after`, newest first. */
export async function listOptOuts(
  c: Connection,
  workspaceId: number,
  { mode, channel, q, holders, after, limit }: OptOutFilter,
): Promise<OptOutRow[]> {
  return rowsOf<OptOutRow>(c, {
    text: `select ${COLUMNS} from opt_outs
           where workspace_id = $1 and mode = $2 and id < $3 and ($4::text is null or strpos(${emailKeyOf(ADDRESS)}, $4) > 0)
             and ($6::text[] is null or address = any($6)) and ($7::text is null or ${CHANNEL} = $7)
           order by id desc limit $5`,
    values: [
      ...[workspaceId, mode, after, q === undefined ? null : emailKey(q), limit],
      ...[holders?.map(storedAddress) ?? null, channel ?? null],
    ],
  })
}

export async function deleteOptOut(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from opt_outs where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
}

/** Deletes an opt-out that was made at `at` or earlier. */
export async function deleteOptOutUpTo(c: Connection, holder: OptOutHolder, at: Date): Promise<void> {
  await c.query({
    text: 'delete from opt_outs where workspace_id = $1 and mode = $2 and address = $3 and at <= $4',
    values: [holder.workspace_id, holder.mode, storedAddress(holder), at],
  })
}
