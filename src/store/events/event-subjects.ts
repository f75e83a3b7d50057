// Reads the deliveries and contacts that events describe. Runs in the transaction that changes them.
import type { TextAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import type { Connection, Transaction } from '../database.ts'
import { columnsOf } from '../recipients/address-sql.ts'
import { rowsOf } from '../rows.ts'

const { textFields } = addressTable()

/** A delivery with its recipient, in the form in which events describe it. */
export interface EventSubjectRow {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  status: string
  recipient_id: number
  recipient_name: string
  recipient_email: string | null
  address: string
  channel: string
  template_slug: string
  external_id: string | null
  error_code: string | null
  error_message: string | null
  expires_at: Date
  created_at: Date
}

/** Reads deliveries. If the recipient was deleted, returns the recipient's name that is stored with the delivery. */
export async function readEventSubjects(tx: Transaction, deliveryIds: number[]): Promise<EventSubjectRow[]> {
  return rowsOf<EventSubjectRow>(tx, {
    name: 'event-deliveries',
    text: `select d.id, d.workspace_id, d.mode, d.status, d.recipient_id, coalesce(r.name, d.recipient_name) as recipient_name,
             r.email as recipient_email, d.address, d.channel, d.template_slug, d.external_id, d.error_code, d.error_message, d.expires_at, d.created_at
           from deliveries d left join recipients r on r.id = d.recipient_id where d.id = any($1::bigint[])`,
    values: [deliveryIds],
  })
}

export interface ContactRow extends Record<TextAddress, string | null> {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  name: string
  locale: string
  tags: string[]
  metadata: object
  preferred_channel: string | null
  created_at: Date
  updated_at: Date
}

export async function readContacts(c: Connection, ids: number[]): Promise<ContactRow[]> {
  return rowsOf<ContactRow>(c, {
    name: 'event-contacts',
    text: `select id, workspace_id, mode, name, ${columnsOf(textFields)}, locale, tags,
             metadata, preferred_channel, created_at, updated_at
           from recipients where id = any($1::bigint[])`,
    values: [ids],
  })
}
