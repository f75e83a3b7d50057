// Stores conversations. A conversation contains the replies of a recipient on one channel and connection.

import { asJson, type Connection, type Transaction } from '../database.ts'
import { answeringOn } from '../delivery/answering.ts'
import { VAR_NAMES } from '../delivery/var-names.ts'
import { firstRowOf, onlyRow, rowsOf } from '../rows.ts'

export interface WindowRow {
  recipient_id: number
  channel: string
  /** The time of the recipient's last message or button press, as the provider has reported it. */
  last_inbound_at: Date
}

/**
 * Returns the time of each recipient's last message on the channel. A recipient without a message is not in the result.
 * Each recipient costs one lookup in the index.
 */
export async function lastInboundAt(
  c: Connection,
  contacts: { workspace_id: number; recipient_id: number; channel: string }[],
): Promise<WindowRow[]> {
  return rowsOf<WindowRow>(c, {
    name: 'last-inbound',
    text: `select w.recipient_id, w.channel, v.last_inbound_at
           from (select distinct * from json_to_recordset($1::json) as w(workspace_id bigint, recipient_id bigint, channel text)) w
           cross join lateral (
             select max(v.last_inbound_at) as last_inbound_at from conversations v
             where v.workspace_id = w.workspace_id and v.recipient_id = w.recipient_id and v.channel = w.channel
           ) v
           where v.last_inbound_at is not null`,
    values: [asJson(contacts)],
  })
}

/**
 * Creates the conversation. If the conversation already exists, updates the time of its last message, but only to a
 * later time. Returns the id of the conversation.
 */
export async function touchConversation(
  tx: Transaction,
  now: Date,
  row: { workspaceId: number; recipientId: number; channel: string; connectionId: number; at: Date },
): Promise<number> {
  const result = await tx.query<{ id: number }>({
    name: 'touch-conversation',
    text: `insert into conversations as v (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (recipient_id, channel, connection_id)
             do update set last_inbound_at = greatest(v.last_inbound_at, excluded.last_inbound_at)
           returning id`,
    values: [row.workspaceId, row.recipientId, row.channel, row.connectionId, row.at, now],
  })
  return onlyRow(result).id
}

export interface NewMessage {
  workspaceId: number
  conversationId: number
  connectionId: number
  providerId: string
  body: string | null
  media: object[]
  deliveryId: number | null
  at: Date
}

/** Inserts a message. Returns undefined if the message was already stored. */
export async function insertMessage(tx: Transaction, now: Date, row: NewMessage): Promise<number | undefined> {
  const result = await tx.query<{ id: number }>({
    name: 'insert-message',
    text: `insert into messages (workspace_id, conversation_id, connection_id, provider_id, body, media, delivery_id, at, received_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (connection_id, provider_id) do nothing returning id`,
    values: [
      row.workspaceId,
      row.conversationId,
      row.connectionId,
      row.providerId,
      row.body,
      JSON.stringify(row.media),
      row.deliveryId,
      row.at,
      now,
    ],
  })
  return result.rows[0]?.id
}

/**
 * Moves the conversations of a channel from the recipient `from` to the recipient `to`. If both have a conversation
 * with the same connection, these two are merged.
 */
export async function moveConversations(
  tx: Transaction,
  { workspaceId, channel }: { workspaceId: number; channel: string },
  from: number,
  to: number,
): Promise<void> {
  const values = [workspaceId, channel, from, to]
  await tx.query({
    text: `insert into conversations as v (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
           select workspace_id, $4::bigint, channel, connection_id, last_inbound_at, created_at from conversations
           where workspace_id = $1 and channel = $2 and recipient_id = $3
           on conflict (recipient_id, channel, connection_id)
             do update set last_inbound_at = greatest(v.last_inbound_at, excluded.last_inbound_at)`,
    values,
  })
  await tx.query({
    text: `update messages m set conversation_id = t.id
           from conversations f join conversations t on t.connection_id = f.connection_id and t.channel = f.channel and t.recipient_id = $4
           where m.conversation_id = f.id and f.workspace_id = $1 and f.channel = $2 and f.recipient_id = $3`,
    values,
  })
  await tx.query({
    text: 'delete from conversations where workspace_id = $1 and channel = $2 and recipient_id = $3',
    values: values.slice(0, 3),
  })
}

/** Deletes the conversations and messages of a deleted recipient. */
export async function removeConversations(c: Connection, workspaceId: number, recipientIds: number[]): Promise<void> {
  await c.query({
    text: 'delete from conversations where workspace_id = $1 and recipient_id = any($2::bigint[])',
    values: [workspaceId, recipientIds],
  })
}

export interface ConversationRow {
  id: number
  recipient_id: number
  recipient_name: string
  channel: string
  connection_id: number
  source_id: number | null
  last_inbound_at: Date
  last_body: string | null
  created_at: Date
}

const CONVERSATION = `v.id, v.recipient_id, r.name as recipient_name, v.channel, v.connection_id, c.source_id, v.last_inbound_at, v.created_at,
  (select m.body from messages m where m.conversation_id = v.id order by m.at desc, m.id desc limit 1) as last_body`
const FROM = `from conversations v join recipients r on r.id = v.recipient_id left join connections c on c.id = v.connection_id`

/** A timestamp of PostgreSQL that is later than every other timestamp. */
const END = 'infinity'

export interface ConversationFilter {
  channel?: string
  recipient?: number
  /** The position of the last conversation on the previous page. */
  before?: { at: Date; id: number }
  limit: number
}

/** Returns conversations. Those with the most recent activity come first. */
export async function listConversations(
  c: Connection,
  workspaceId: number,
  { channel, recipient, before, limit }: ConversationFilter,
): Promise<ConversationRow[]> {
  return rowsOf<ConversationRow>(c, {
    text: `select ${CONVERSATION} ${FROM}
           where v.workspace_id = $1 and ($2::text is null or v.channel = $2) and ($3::bigint is null or v.recipient_id = $3)
             and (v.last_inbound_at, v.id) < ($4::timestamptz, $5::bigint)
           order by v.last_inbound_at desc, v.id desc limit $6`,
    values: [workspaceId, channel ?? null, recipient ?? null, before?.at ?? END, before?.id ?? 0, limit],
  })
}

export async function findConversation(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<ConversationRow | undefined> {
  return firstRowOf<ConversationRow>(c, {
    text: `select ${CONVERSATION} ${FROM} where v.workspace_id = $1 and v.id = $2`,
    values: [workspaceId, id],
  })
}

/** A message from the recipient (`in`) or to the recipient (`out`). */
export interface EntryRow {
  direction: 'in' | 'out'
  id: number
  at: Date
  body: string | null
  media: { url?: string }[]
  /**
   * In an inbound message, the delivery to which the recipient replied. In an outbound message, the delivery that sent
   * this message.
   */
  delivery_id: number | null
  status: string | null
  template_slug: string | null
  /**
   * In an inbound message, `vars`, `sensitive` and `masked_body` are null. In an outbound message, the keys of `vars`
   * are the names of the delivery's variables, with empty values. `sensitive` contains the names of the sensitive
   * variables. `masked_body` is the masked text.
   */
  vars: Record<string, string> | null
  sensitive: string[] | null
  /** The time at which the send request of an outbound message was accepted. Null in an inbound message. */
  accepted_at: Date | null
  masked_body: string | null
}

/**
 * Returns the messages of a conversation, and the deliveries to the same recipient on the same channel, newest first.
 * If a delivery and a message have the same time, the delivery comes first. Each of the two queries reads an index,
 * starting where the previous page ended.
 */
export async function listEntries(
  c: Connection,
  workspaceId: number,
  conversation: { id: number; recipient_id: number; channel: string },
  before: { at: Date; direction: 'in' | 'out'; id: number } | undefined,
  limit: number,
): Promise<EntryRow[]> {
  return rowsOf<EntryRow>(c, {
    text: `with received as (
             select 'in' as direction, id, at, body, media, delivery_id, null as status, null as template_slug,
               null::jsonb as vars, null::jsonb as sensitive, null::timestamptz as accepted_at, null as masked_body
             from messages
             where workspace_id = $1 and conversation_id = $2 and (at, id) < ($5::timestamptz, $6::bigint)
             order by at desc, id desc limit $8
           ), sent as (
             select 'out' as direction, id, coalesce(scheduled_for, created_at) as at, content->>'body' as body,
               case when content ? 'media' then jsonb_build_array(content->'media') else '[]' end as media, id as delivery_id, status, template_slug,
                ${VAR_NAMES} as vars,
                content->'sensitive' as sensitive, created_at as accepted_at, content->'masked'->>'body' as masked_body
             from deliveries
             where workspace_id = $1 and recipient_id = $3 and channel = $4 and mode = 'live' and ${answeringOn(conversation.channel).condition}
               and (coalesce(scheduled_for, created_at), id) < ($5::timestamptz, $7::bigint)
             order by coalesce(scheduled_for, created_at) desc, id desc limit $8
           )
           select * from received union all select * from sent order by at desc, direction desc, id desc limit $8`,
    values: [
      workspaceId,
      conversation.id,
      conversation.recipient_id,
      conversation.channel,
      before?.at ?? END,
      // If the previous page ended with a delivery, messages with the same time are on this page.
      before?.direction === 'out' ? Number.MAX_SAFE_INTEGER : (before?.id ?? 0),
      before?.direction === 'in' ? 0 : (before?.id ?? 0),
      limit,
    ],
  })
}
