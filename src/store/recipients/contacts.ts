// Live recipients, found by the address that a provider reports. Finds, creates and changes them.
import type { Identifier } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, onlyRow } from '../rows.ts'
import { keyFor, keyOf } from './address-sql.ts'

/**
 * The workspace and the field of a lookup. The field is from the address table, and callers of the API cannot set it.
 */
export interface ContactPlace {
  workspaceId: number
  channel: ChannelName
  field: Identifier
}

export interface ContactRow {
  id: number
  name: string
  locale: string
  address: string | null
  unusable: Record<string, { address: string; reason: string; at: string }>
}

const columns = (field: Identifier) => `id, name, locale, ${field} as address, unusable`

/**
 * Returns the recipient with this address. The case of an email address makes no difference. The row is locked until the
 * transaction ends.
 */
export async function findContact(
  tx: Transaction,
  { workspaceId, field }: ContactPlace,
  address: string,
): Promise<ContactRow | undefined> {
  return firstRowOf<ContactRow>(tx, {
    name: `find-contact-${field}`,
    text: `select ${columns(field)} from recipients
           where workspace_id = $1 and mode = 'live' and ${keyOf(field, 'recipients')} = $2 for update`,
    values: [workspaceId, keyFor(field, address)],
  })
}

/** Returns the id of the recipient with this address. Does not lock the row. */
export async function findContactId(
  c: Connection,
  { workspaceId, field }: ContactPlace,
  address: string,
): Promise<number | undefined> {
  const result = await c.query<{ id: number }>({
    name: `find-contact-id-${field}`,
    text: `select id from recipients
           where workspace_id = $1 and mode = 'live' and ${keyOf(field, 'recipients')} = $2`,
    values: [workspaceId, keyFor(field, address)],
  })
  return result.rows[0]?.id
}

/** Returns the recipient with this id. The row is locked until the transaction ends. */
export async function findContactById(
  tx: Transaction,
  { workspaceId, field }: ContactPlace,
  id: number,
): Promise<ContactRow | undefined> {
  return firstRowOf<ContactRow>(tx, {
    text: `select ${columns(field)} from recipients where workspace_id = $1 and mode = 'live' and id = $2 for update`,
    values: [workspaceId, id],
  })
}

/**
 * Inserts a recipient. Returns undefined if another transaction inserted the same recipient first. The caller then
 * finds that recipient.
 */
export async function insertContact(
  tx: Transaction,
  now: Date,
  { workspaceId, field }: ContactPlace,
  contact: { address: string; name: string; locale: string; localeIsDefault: boolean },
): Promise<ContactRow | undefined> {
  return firstRowOf<ContactRow>(tx, {
    name: `insert-contact-${field}`,
    text: `insert into recipients (workspace_id, mode, name, ${field}, locale, locale_is_default, created_at, updated_at)
           values ($1, 'live', $2, $3, $4, $6, $5, $5) on conflict do nothing returning ${columns(field)}`,
    values: [workspaceId, contact.name, contact.address, contact.locale, now, contact.localeIsDefault],
  })
}

/**
 * Sets or removes the address of the recipient, and sets the name. If the address on this channel was marked as
 * unusable, removes the mark.
 */
export async function updateContact(
  tx: Transaction,
  now: Date,
  { workspaceId, channel, field }: ContactPlace,
  contact: { id: number; address: string | null; name: string },
): Promise<void> {
  await tx.query({
    name: `update-contact-${field}`,
    text: `update recipients set ${field} = $3, name = $4, unusable = unusable - $5::text, updated_at = $6
           where workspace_id = $1 and id = $2`,
    values: [workspaceId, contact.id, contact.address, contact.name, channel, now],
  })
}

/** Changes the address of pending messages. A message that is already being sent is not changed. */
export async function readdressQueued(
  tx: Transaction,
  { workspaceId, channel }: ContactPlace,
  { recipientId, from, to }: { recipientId: number; from: string; to: string },
): Promise<void> {
  await tx.query({
    text: `update deliveries set address = $5 where id = any(array(
             select id from deliveries where recipient_id = $2 and workspace_id = $1 and channel = $3 and address = $4
               and mode = 'live' and status = 'queued' for update skip locked))`,
    values: [workspaceId, recipientId, channel, from, to],
  })
}

/** Returns the workspace's default language, which is used for recipients without a locale. */
export async function readDefaultLocale(c: Connection, workspaceId: number): Promise<string> {
  const result = await c.query<{ default_locale: string }>({
    name: 'default-locale',
    text: 'select default_locale from workspaces where id = $1',
    values: [workspaceId],
  })
  return onlyRow(result).default_locale
}
