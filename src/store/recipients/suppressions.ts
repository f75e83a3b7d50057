// Stores suppressions. A suppression is an address to which a workspace sends no messages on a channel, with the reason.
import { addressTable } from '../../channels/addresses.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import type { SuppressionOrigin, SuppressionReason } from '../../suppression-reasons.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { emailKeyOf } from '../email-key.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/** An address of a workspace on a channel. */
export interface ChannelAddress {
  workspace_id: number
  mode: 'live' | 'test'
  channel: string
  address: string
}

export interface NewSuppression extends ChannelAddress {
  reason: SuppressionReason
  origin: SuppressionOrigin
  /** The code and text of the provider. */
  detail: string | null
  /** The note of a member. */
  note: string | null
  delivery_id: number | null
  at: Date
}

export interface SuppressionRow extends NewSuppression {
  id: number
}

const { texts, ignoringCase } = addressTable()

/** The channels on which two addresses that differ only in the case of A to Z are the same address. */
const FOLDED = [
  ...new Set([
    'email',
    'whatsapp',
    ...texts.filter(({ field }) => ignoringCase.has(field)).map(({ channel }) => channel),
  ]),
]

/** Returns the form of the address that is stored and compared. */
export function storedAddress({ channel, address }: Pick<ChannelAddress, 'channel' | 'address'>): string {
  return FOLDED.includes(channel) ? emailKey(address) : address
}

/** Returns the SQL expression that converts a delivery's address to the stored form. */
function storedAddressOf(delivery: string): string {
  const folded = FOLDED.map((name) => `'${name}'`).join(', ')
  return `case when ${delivery}.channel in (${folded}) then ${emailKeyOf(`${delivery}.address`)} else ${delivery}.address end`
}

/** The stored forms of a recipient's addresses, as an SQL array. */
const addressesOf = (recipient: string) =>
  `array[${texts
    .map(({ field, channel }) =>
      FOLDED.includes(channel) ? emailKeyOf(`${recipient}.${field}`) : `${recipient}.${field}`,
    )
    .join(', ')}]`

const COLUMNS = 'id, workspace_id, mode, channel, address, reason, origin, detail, note, delivery_id, at'

/** The part of a suppression that decides whether a message is sent. */
export interface KnownSuppression extends Pick<SuppressionRow, 'channel' | 'address' | 'reason' | 'detail'> {
  /** A date, or its text in JSON. */
  at: Date | string
}

/** A known suppression with the workspace and mode of its address. */
export type SuppressedAddress = KnownSuppression & ChannelAddress

/** Returns the SQL expression for the suppressions of a recipient's addresses, as a JSON list. */
export const suppressionsOfRecipient = (recipient: string) =>
  `(select coalesce(json_agg(json_build_object('channel', s.channel, 'address', s.address, 'reason', s.reason, 'detail', s.detail, 'at', s.at)), '[]')
    from suppressions s where s.workspace_id = ${recipient}.workspace_id and s.mode = ${recipient}.mode and s.address = any(${addressesOf(recipient)}))`

/** Returns the SQL expression for the suppressions of a delivery's address, as a JSON list. Null if there are none. */
export const suppressionsOfDelivery = (delivery: string) =>
  `(select json_agg(json_build_object('channel', s.channel, 'address', s.address, 'reason', s.reason, 'detail', s.detail, 'at', s.at))
    from suppressions s where s.workspace_id = ${delivery}.workspace_id and s.mode = ${delivery}.mode
      and s.address = ${storedAddressOf(delivery)} and s.channel = ${delivery}.channel)`

/** Stores suppressions and returns the new ones. An address that is already stored with the same reason stays unchanged. */
export async function insertSuppressions(c: Connection, rows: NewSuppression[]): Promise<SuppressionRow[]> {
  return rowsOf<SuppressionRow>(c, {
    name: 'insert-suppressions',
    text: `insert into suppressions (workspace_id, mode, channel, address, reason, origin, detail, note, delivery_id, at)
           select n.workspace_id, n.mode, n.channel, n.address, n.reason, n.origin, n.detail, n.note, n.delivery_id, n.at
           from json_to_recordset($1::json) as n(workspace_id bigint, mode text, channel text, address text, reason text,
                                                 origin text, detail text, note text, delivery_id bigint, at timestamptz)
           order by n.workspace_id, n.mode, n.address, n.channel, n.reason
           on conflict (workspace_id, mode, address, channel, reason) do nothing
           returning ${COLUMNS}`,
    values: [asJson(rows.map((row) => ({ ...row, address: storedAddress(row) })))],
  })
}

export async function findSuppression(
  c: Connection,
  address: ChannelAddress,
  reason: SuppressionReason,
): Promise<SuppressionRow | undefined> {
  return firstRowOf<SuppressionRow>(c, {
    text: `select ${COLUMNS} from suppressions
           where workspace_id = $1 and mode = $2 and channel = $3 and address = $4 and reason = $5`,
    values: [address.workspace_id, address.mode, address.channel, storedAddress(address), reason],
  })
}

/** Finds the suppressions of these addresses, of any reason. */
export async function findSuppressions(c: Connection, addresses: ChannelAddress[]): Promise<SuppressionRow[]> {
  return rowsOf<SuppressionRow>(c, {
    name: 'find-suppressions',
    text: `select s.id, s.workspace_id, s.mode, s.channel, s.address, s.reason, s.origin, s.detail, s.note, s.delivery_id, s.at
           from json_to_recordset($1::json) as a(workspace_id bigint, mode text, channel text, address text)
           join suppressions s on s.workspace_id = a.workspace_id and s.mode = a.mode and s.address = a.address and s.channel = a.channel`,
    values: [asJson(addresses.map((one) => ({ ...one, address: storedAddress(one) })))],
  })
}

/** Returns the suppressions of the addresses of deliveries, by the id of the delivery. */
export async function suppressionsOfDeliveries(
  c: Connection,
  deliveryIds: number[],
): Promise<Map<number, KnownSuppression[]>> {
  const rows = await rowsOf<{ id: number; found: KnownSuppression[] }>(c, {
    name: 'suppressions-of-deliveries',
    text: `select id, found from (
             select d.id, ${suppressionsOfDelivery('d')} as found from deliveries d where d.id = any($1::bigint[])
           ) known where found is not null`,
    values: [deliveryIds],
  })
  return new Map(rows.map(({ id, found }) => [id, found]))
}

/** Returns the ids of the workspaces that have suppressions, of the given reason or of any reason. */
export async function workspacesWithSuppressions(
  c: Connection,
  workspaceIds: number[],
  reason?: SuppressionReason,
): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(c, {
    name: reason === undefined ? 'workspaces-with-suppressions' : 'workspaces-with-reason',
    text: `select w.id from unnest($1::bigint[]) as w(id)
           where exists (select from suppressions s where s.workspace_id = w.id${reason === undefined ? '' : ' and s.reason = $2'})`,
    values: reason === undefined ? [workspaceIds] : [workspaceIds, reason],
  })
  return rows.map(({ id }) => id)
}

export interface SuppressionFilter {
  mode: 'live' | 'test'
  channel?: string
  reason?: SuppressionReason
  /** If set, returns only the suppressions whose address contains this text. Case of A to Z does not matter. */
  q?: string
  /** If set, returns only the suppressions of these addresses. */
  addresses?: Pick<ChannelAddress, 'channel' | 'address'>[]
  after: number
  limit: number
}

/** Returns suppressions with ids below `after`, newest first. */
export async function listSuppressions(
  c: Connection,
  workspaceId: number,
  { mode, channel, reason, q, addresses, after, limit }: SuppressionFilter,
): Promise<SuppressionRow[]> {
  return rowsOf<SuppressionRow>(c, {
    text: `select ${COLUMNS} from suppressions
           where workspace_id = $1 and mode = $2 and id < $3 and ($4::text is null or strpos(${emailKeyOf('address')}, $4) > 0)
             and ($6::text[] is null or address = any($6)) and ($7::text is null or channel = $7)
             and ($8::text is null or reason = $8)
           order by id desc limit $5`,
    values: [
      ...[workspaceId, mode, after, q === undefined ? null : emailKey(q), limit],
      ...[addresses?.map(storedAddress) ?? null, channel ?? null, reason ?? null],
    ],
  })
}

export async function findSuppressionById(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<SuppressionRow | undefined> {
  return firstRowOf<SuppressionRow>(c, {
    text: `select ${COLUMNS} from suppressions where workspace_id = $1 and id = $2`,
    values: [workspaceId, id],
  })
}

export async function deleteSuppression(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<SuppressionRow | undefined> {
  return firstRowOf<SuppressionRow>(c, {
    text: `delete from suppressions where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
    values: [workspaceId, id],
  })
}

/** Deletes the suppression of an address with this reason. Does not wait for the result. */
export function sendLift(tx: Transaction, address: ChannelAddress, reason: SuppressionReason): void {
  tx.send({
    name: 'lift-suppression',
    text: `delete from suppressions where workspace_id = $1 and mode = $2 and channel = $3 and address = $4 and reason = $5`,
    values: [address.workspace_id, address.mode, address.channel, storedAddress(address), reason],
  })
}

/**
 * Deletes the suppression of an address with this reason, if it was made at `at` or earlier, and has this origin or
 * `origin` is absent.
 */
export async function deleteSuppressionUpTo(
  c: Connection,
  address: ChannelAddress,
  { reason, at, origin }: { reason: SuppressionReason; at: Date; origin?: SuppressionOrigin },
): Promise<void> {
  await c.query({
    name: 'delete-suppression-up-to',
    text: `delete from suppressions
           where workspace_id = $1 and mode = $2 and channel = $3 and address = $4 and reason = $5 and at <= $6
             and ($7::text is null or origin = $7)`,
    values: [address.workspace_id, address.mode, address.channel, storedAddress(address), reason, at, origin ?? null],
  })
}
