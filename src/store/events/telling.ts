// What events tell of deliveries and contacts, read in the transaction of the change.
import type { Connection, Transaction } from '../database.ts'

/** A delivery with its recipient, as events tell it. */
export interface TellingRow {
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
  error_message: string | null
  created_at: Date
}

/** A removed recipient leaves the name the message was sent to. */
export async function readTellingRows(tx: Transaction, deliveryIds: number[]): Promise<TellingRow[]> {
  const result = await tx.query<TellingRow>({
    name: 'telling-deliveries',
    text: `select d.id, d.workspace_id, d.mode, d.status, d.recipient_id, coalesce(r.name, d.recipient_name) as recipient_name,
             r.email as recipient_email, d.address, d.channel, d.template_slug, d.external_id, d.error_message, d.created_at
           from deliveries d left join recipients r on r.id = d.recipient_id where d.id = any($1::bigint[])`,
    values: [deliveryIds],
  })
  return result.rows
}

export interface ContactRow {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  name: string
  email: string | null
  whatsapp_phone: string | null
  telegram_chat_id: string | null
  messenger_psid: string | null
  slack_channel: string | null
  locale: string
  tags: string[]
  metadata: object
  preferred_channel: string | null
  created_at: Date
  updated_at: Date
}

export async function readContacts(c: Connection, ids: number[]): Promise<ContactRow[]> {
  const result = await c.query<ContactRow>({
    name: 'telling-contacts',
    text: `select id, workspace_id, mode, name, email, whatsapp_phone, telegram_chat_id, messenger_psid, slack_channel, locale, tags,
             metadata, preferred_channel, created_at, updated_at
           from recipients where id = any($1::bigint[])`,
    values: [ids],
  })
  return result.rows
}
